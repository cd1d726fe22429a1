"use client";
import { type KeyboardEvent, useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { SetByFile, WordButton } from "@/components/forms/word-button";
import { Button } from "@/components/ui/button";
import { PasswordField } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Age, SiteTime, TimeWithAge } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import type { TenancyDetails } from "@/lib/farm/tenancies/contract";
import { replaceClientSecret } from "@/lib/operations/connecting/actions";

export type SecretCheck = keyof typeof SAID;

const SAID = {
  fits: "admin.tenancies.clientSecret.accepted",
  "not-checked": "admin.tenancies.clientSecret.notChecked",
} as const;

/** Shows when and by whom the client secret was stored, and replaces it by one that was checked. */
export function ClientSecret({
  tenancy,
  locked,
  value,
  onChange,
  onStored,
}: {
  tenancy: TenancyDetails;
  locked: boolean;
  value: string;
  onChange: (text: string) => void;
  /** Called with the result of the check before storing. */
  onStored?: (check: SecretCheck) => void;
}) {
  const words = useWords();
  const { t } = words;
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onChange("");
  };
  const action = useAction(replaceClientSecret, {
    said: (check) => t(SAID[check]),
    onDone: (check) => {
      close();
      onStored?.(check);
    },
  });
  const store = () => value && action.submit({ tenantId: tenancy.tenantId, clientSecret: value });
  if (open || (!tenancy.clientSecret && !locked))
    return (
      <div className="grid gap-2">
        <PasswordField
          label={t(
            tenancy.clientSecret ? "admin.tenancies.clientSecret.new" : "admin.tenancies.clientSecret.label",
          )}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={onEnter(store)}
          error={action.fault?.message}
          help={t(
            tenancy.clientSecret
              ? "admin.tenancies.clientSecret.newHelp"
              : "admin.tenancies.clientSecret.firstHelp",
          )}
        />
        <div className="flex gap-2">
          <Button onClick={store} pending={action.pending} disabled={!value}>
            {t(
              action.pending ? "admin.tenancies.clientSecret.checking" : "admin.tenancies.clientSecret.check",
            )}
          </Button>
          {tenancy.clientSecret && (
            <Button variant="quiet" onClick={close}>
              {t("admin.tenancies.clientSecret.keep")}
            </Button>
          )}
        </div>
      </div>
    );
  const { clientSecret } = tenancy;
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium">{t("admin.tenancies.clientSecret.label")}</p>
      <div className="flex min-h-8.5 items-center gap-2 rounded-2 border border-line bg-sunken px-2.5 py-1">
        <Icon name="lock" className="size-4 shrink-0 text-ink-3" />
        <span className="min-w-0 flex-1">
          {clientSecret
            ? rich(words, "admin.tenancies.clientSecret.stored", {
                time: <SiteTime at={clientSecret.storedAt} />,
                name: clientSecret.storedBy,
              })
            : t("admin.tenancies.clientSecret.none")}
        </span>
        {locked ? (
          <SetByFile />
        ) : (
          <WordButton label={t("admin.tenancies.clientSecret.replaceLabel")} onClick={() => setOpen(true)}>
            {t("admin.tenancies.clientSecret.replace")}
          </WordButton>
        )}
      </div>
      {clientSecret && <SecretNote clientSecret={clientSecret} />}
    </div>
  );
}

/** Stores a typed secret on Enter, which would save the form around its field. */
export const onEnter = (store: () => void) => (event: KeyboardEvent) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  store();
};

function SecretNote({ clientSecret }: { clientSecret: NonNullable<TenancyDetails["clientSecret"]> }) {
  const words = useWords();
  if (!clientSecret.opens)
    return <p className="mt-1.5 text-sm font-medium">{words.t("admin.tenancies.clientSecret.sealed")}</p>;
  const age = <Age at={clientSecret.storedAt} />;
  return (
    <p className="mt-1.5 text-sm text-ink-3">
      {clientSecret.refused
        ? rich(words, "admin.tenancies.clientSecret.rejected", {
            age,
            b: <span className="font-medium text-ink-1" />,
          })
        : clientSecret.lastUsedAt
          ? rich(words, "admin.tenancies.clientSecret.used", {
              age,
              time: <TimeWithAge at={clientSecret.lastUsedAt} />,
            })
          : rich(words, "admin.tenancies.clientSecret.unused", { age })}
    </p>
  );
}
