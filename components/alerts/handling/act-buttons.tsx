"use client";
import type { ComponentProps } from "react";
import { useIsOfAll, useMayActOnListed } from "@/components/live/list-scope";
import { useSite, useTenant } from "@/components/live/site-context";
import { useEndpoint } from "@/components/live/use-endpoint";
import { Button, type ButtonLook, buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Menu } from "@/components/ui/menu";
import { useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import { listOwners } from "@/lib/alerting/alerts/contract";
import { endWords, snoozeChoices } from "./snooze-times";

const OWNERS_STALE_MS = 300_000;

/** The people an alert can be assigned to, oneself first. */
export function useOwners(): { name: string; label: string }[] {
  const { t } = useWords();
  const { user } = useSite();
  const tenant = useTenant();
  const isOfAll = useIsOfAll();
  const mayAct = useMayActOnListed()();
  const { data } = useEndpoint(
    listOwners,
    { query: { tenant: isOfAll ? undefined : tenant } },
    { enabled: mayAct && tenant !== undefined, staleTime: OWNERS_STALE_MS },
  );
  const others = data?.items.filter(({ name }) => name !== user.name) ?? [];
  return [
    { name: user.name, label: t("alerts.acts.you", { name: user.name }) },
    ...others.map(({ name }) => ({ name, label: name })),
  ];
}

type Look = {
  pending?: boolean;
  size?: ButtonLook["size"];
  /** Why it cannot be pressed now. */
  off?: string | undefined;
};

function ActMenu({
  label,
  pending,
  size,
  off,
  ...menu
}: Look & Omit<ComponentProps<typeof Menu>, "trigger">) {
  return (
    <Menu
      label={label}
      trigger={
        <button
          type="button"
          aria-busy={pending || undefined}
          aria-disabled={pending || off !== undefined || undefined}
          title={off}
          className={buttonClass({ size }, pending || off ? "opacity-60" : undefined)}
        >
          {label}
          <Icon name="chevron-down" className="size-3.5 shrink-0" />
        </button>
      }
      {...menu}
    />
  );
}

/**
 * Assigns alerts at once.
 * @param owner who has them now; null where nobody does, or several do
 */
export function OwnerMenu({
  owner,
  onChoose,
  ...look
}: Look & { owner: string | null; onChoose: (name: string) => void }) {
  const { t } = useWords();
  const entries = useOwners().map(({ name, label }) => ({
    id: name,
    label,
    text: name,
    ...(owner === null ? {} : { chosen: name === owner }),
  }));
  return (
    <ActMenu
      label={t("alerts.acts.assign")}
      groups={[{ id: "owners", entries }]}
      onAction={onChoose}
      {...look}
    />
  );
}

/** Snoozes for a usual length at once; `onOther` asks for another time. */
export function SnoozeMenu({
  onSnooze,
  onOther,
  ...look
}: Look & { onSnooze: (until: Date | null) => void; onOther: () => void }) {
  const words = useWords();
  const { t } = words;
  const { now, zone } = useClock();
  const choices = snoozeChoices(words, now, zone);
  const choose = (id: string) => {
    const choice = choices.find((one) => one.id === id);
    if (choice) onSnooze(choice.until);
    else onOther();
  };
  const usual = choices.map((choice) => ({
    id: choice.id,
    label: choice.label,
    hint: endWords(words, choice, now, zone),
  }));
  const other = { id: "other", label: t("alerts.snooze.other"), icon: "calendar" } as const;
  return (
    <ActMenu
      label={t("alerts.snooze.label")}
      groups={[
        { id: "usual", entries: usual },
        { id: "other", entries: [other] },
      ]}
      onAction={choose}
      {...look}
    />
  );
}

/** Acknowledges at once for oneself; the second half asks for an owner and a note. */
export function AcknowledgeButton({
  label,
  onAcknowledge,
  onMore,
  pending = false,
  size,
  off,
}: Look & { label?: string; onAcknowledge: () => void; onMore: () => void }) {
  const { t } = useWords();
  return (
    <span className="inline-flex gap-px">
      <Button
        variant="primary"
        size={size}
        pending={pending}
        disabled={off !== undefined}
        title={off}
        className="flex-1 rounded-r-none"
        onClick={onAcknowledge}
      >
        {label ?? t("alerts.acts.acknowledge")}
      </Button>
      <Button
        variant="primary"
        size={size}
        icon="note"
        disabled={pending || off !== undefined}
        aria-label={t("alerts.acts.acknowledgeWith")}
        title={off ?? t("alerts.acts.with")}
        className="rounded-l-none px-2"
        onClick={onMore}
      />
    </span>
  );
}
