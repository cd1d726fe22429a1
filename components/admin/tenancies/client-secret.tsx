"use client";
import { type KeyboardEvent, useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { SetByFile, WordButton } from "@/components/forms/word-button";
import { Button } from "@/components/ui/button";
import { PasswordField } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Age, SiteTime, TimeWithAge } from "@/components/ui/time";
import type { TenancyDetails } from "@/lib/farm/tenancies/contract";
import { replaceClientSecret } from "@/lib/operations/connecting/actions";

/** Help at the first client secret of a tenancy. */
export const FIRST_SECRET_HELP =
  "A token is asked for with it first. One that is refused is not stored; one that cannot be tried yet is";

export type SecretCheck = keyof typeof SAID;

const SAID = {
  fits: "The service took the new secret. Stored",
  "not-checked": "Stored, not checked yet: run the test",
};

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
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onChange("");
  };
  const action = useAction(replaceClientSecret, {
    said: (check) => SAID[check],
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
          label={tenancy.clientSecret ? "New client secret" : "Client secret"}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={onEnter(store)}
          error={action.fault?.message}
          help={
            tenancy.clientSecret
              ? "A token is asked for with it before it is stored, at the saved sign-in address"
              : FIRST_SECRET_HELP
          }
        />
        <div className="flex gap-2">
          <Button onClick={store} pending={action.pending} disabled={!value}>
            {action.pending ? "Asking for a token" : "Check and store"}
          </Button>
          {tenancy.clientSecret && (
            <Button variant="quiet" onClick={close}>
              Keep the old one
            </Button>
          )}
        </div>
      </div>
    );
  const { clientSecret } = tenancy;
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium">Client secret</p>
      <div className="flex min-h-8.5 items-center gap-2 rounded-2 border border-line bg-sunken px-2.5 py-1">
        <Icon name="lock" className="size-4 shrink-0 text-ink-3" />
        <span className="min-w-0 flex-1">
          {clientSecret ? (
            <>
              Stored <SiteTime at={clientSecret.storedAt} /> by {clientSecret.storedBy}
            </>
          ) : (
            "None stored"
          )}
        </span>
        {locked ? (
          <SetByFile />
        ) : (
          <WordButton label="Replace the client secret" onClick={() => setOpen(true)}>
            Replace
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
  if (!clientSecret.opens)
    return (
      <p className="mt-1.5 text-sm font-medium">
        It cannot be opened: LEAFWATCH_SECRET_KEYS lacks the key that sealed it. Replace it, or add the old
        key.
      </p>
    );
  return (
    <p className="mt-1.5 text-sm text-ink-3">
      <Age at={clientSecret.storedAt} />;{" "}
      {clientSecret.refused ? (
        <span className="font-medium text-ink-1">the service refused it last</span>
      ) : clientSecret.lastUsedAt ? (
        <>
          last used <TimeWithAge at={clientSecret.lastUsedAt} />
        </>
      ) : (
        "no query was taken with it yet"
      )}
      . It is never shown again, not even in part.
    </p>
  );
}
