"use client";
import { useMayAct, useSite } from "@/components/live/site-context";
import { useEndpoint } from "@/components/live/use-endpoint";
import { type ButtonLook, buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Menu } from "@/components/ui/menu";
import { Select } from "@/components/ui/select";
import { listOwners } from "@/lib/identity/users/contract";

const OWNERS_STAY_MS = 300_000;

/** Who can look after alerts, oneself first. */
export function useOwners(): { name: string; label: string }[] {
  const { user } = useSite();
  const { data } = useEndpoint(listOwners, {}, { enabled: useMayAct(), staleTime: OWNERS_STAY_MS });
  const others = data?.items.filter(({ name }) => name !== user.name) ?? [];
  return [
    { name: user.name, label: `${user.name} (you)` },
    ...others.map(({ name }) => ({ name, label: name })),
  ];
}

/** Who is to look after it: a field of a form. */
export function OwnerField({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const options = useOwners().map(({ name, label }) => ({ id: name, label }));
  return <Select label="Who has it" options={options} value={value} onChange={onChange} />;
}

/** Hands alerts to somebody at once. */
export function OwnerMenu({
  owner,
  onChoose,
  pending = false,
  size,
}: {
  /** Who has it now; null where nobody does, or several do. */
  owner: string | null;
  onChoose: (name: string) => void;
  pending?: boolean;
  size?: ButtonLook["size"];
}) {
  const owners = useOwners();
  return (
    <Menu
      label="Give to"
      trigger={
        <button type="button" aria-busy={pending || undefined} className={buttonClass({ size })}>
          Give to
          <Icon name="chevron-down" className="size-3.5 shrink-0" />
        </button>
      }
      groups={[
        {
          id: "owners",
          entries: owners.map(({ name, label }) => ({
            id: name,
            label,
            text: name,
            ...(owner === null ? {} : { chosen: name === owner }),
          })),
        },
      ]}
      onAction={onChoose}
    />
  );
}
