"use client";

import { type ComponentProps, useState } from "react";
import { ConfirmDialog } from "@/components/forms/dialogs";
import { FaultLine } from "@/components/forms/form-parts";
import { useAction } from "@/components/forms/use-action";
import { CopyButton, SetByFile, WordButton } from "@/components/forms/word-button";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { saidAtOnce } from "@/components/ui/live-region";
import { SiteTime, TimeWithAge } from "@/components/ui/time";
import { toHex } from "@/lib/base/core/text";
import { SHORT_SECRET, type TenancyDetails, type WebhookSecretLine } from "@/lib/farm/tenancies/contract";
import {
  addWebhookSecret,
  removeWebhookSecret,
  restoreWebhookSecret,
} from "@/lib/operations/connecting/actions";
import { onEnter } from "./client-secret";

/** The webhook secrets of a tenancy: when each was stored and last verified a notification; never the secret. */
export function WebhookSecrets({ tenancy }: { tenancy: TenancyDetails }) {
  const restore = useAction(restoreWebhookSecret, { said: "Taken back: it is tried again" });
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium">Webhook secrets</p>
      <div className="divide-y divide-line overflow-hidden rounded-2 border border-line text-sm">
        {tenancy.webhookSecrets.map((secret, index) => (
          <Line
            key={secret.id}
            tenantId={tenancy.tenantId}
            secret={secret}
            nth={index + 1}
            restore={(secretId) => restore.submit({ tenantId: tenancy.tenantId, secretId })}
          />
        ))}
        <AddSecret tenantId={tenancy.tenantId} none={tenancy.webhookSecrets.length === 0} />
      </div>
      <FaultLine fault={restore.fault} />
    </div>
  );
}

function Line({
  tenantId,
  secret,
  nth,
  restore,
}: {
  tenantId: string;
  secret: WebhookSecretLine;
  nth: number;
  restore: (secretId: number) => void;
}) {
  const action = useAction(removeWebhookSecret, {
    said: "Retired: it is not tried any more",
    undo: () => restore(secret.id),
  });
  const ask = (confirmed: boolean) => action.submit({ tenantId, secretId: secret.id, confirmed });
  const toConfirm = action.fault?.parameter === "confirmed" ? action.fault.message : null;
  return (
    <fieldset aria-label={`Secret ${nth}`} className="bg-sunken px-3 py-2">
      <div className="flex min-h-7 items-center gap-2">
        <Icon name="lock" className="size-4 shrink-0 text-ink-3" />
        <span className="min-w-0 flex-1">
          Stored <SiteTime at={secret.createdAt} /> by {secret.createdBy}, <Fitted secret={secret} />
          <span className="block text-xs text-ink-3">
            Fingerprint <span className="font-mono">{secret.mark}</span>
          </span>
        </span>
        {secret.provisioned ? (
          <SetByFile />
        ) : (
          <WordButton label={`Retire secret ${nth}`} onClick={() => ask(false)} disabled={action.pending}>
            Retire
          </WordButton>
        )}
      </div>
      {secret.superseded && (
        <p className="mt-1 pl-6 font-medium">
          {secret.lastUsedAt ? "Unused for a day or more" : "Never used"}, while a newer secret is.{" "}
          {secret.provisioned ? "Take it out of the provisioning file." : "Retire it."}
        </p>
      )}
      {action.fault && !toConfirm && <p className="mt-1 font-medium">{action.fault.message}</p>}
      <ConfirmDialog
        title={`Retire secret ${nth}?`}
        verb="Retire all the same"
        isOpen={toConfirm !== null}
        action={{ pending: action.pending, fault: null }}
        onConfirm={() => ask(true)}
        onClose={action.clear}
      >
        <p>{toConfirm}</p>
      </ConfirmDialog>
    </fieldset>
  );
}

function Fitted({ secret }: { secret: WebhookSecretLine }) {
  if (!secret.opens)
    return <span className="font-medium">cannot be opened: enter it again, then retire this one</span>;
  if (!secret.lastUsedAt)
    return <span className="text-ink-2">no real notification has come with it yet</span>;
  return (
    <span className="text-ink-2">
      last fitted <TimeWithAge at={secret.lastUsedAt} />;{" "}
      {secret.verified === 0 ? "no" : secret.verified.toLocaleString("en")}{" "}
      {secret.verified === 1 ? "notification" : "notifications"} in 7&nbsp;days
    </span>
  );
}

function AddSecret({ tenantId, none }: { tenantId: string; none: boolean }) {
  const [open, setOpen] = useState(false);
  const [secret, setSecret] = useState("");
  const close = () => {
    setOpen(false);
    setSecret("");
  };
  const action = useAction(addWebhookSecret, { said: "Stored. It is tried from now on", onDone: close });
  const store = () => secret && action.submit({ tenantId, secret });
  if (!open)
    return (
      <div className="flex min-h-11 items-center gap-3 px-2 py-2">
        <WordButton onClick={() => setOpen(true)}>Add a secret</WordButton>
        <span className="text-ink-2">
          {none
            ? "None is stored: every notification is refused"
            : "To replace one: both are tried until you retire the old one"}
        </span>
      </div>
    );
  return (
    <div className="grid gap-2 p-3">
      <WebhookSecretField
        value={secret}
        autoFocus
        onChange={setSecret}
        onKeyDown={onEnter(store)}
        error={action.fault?.message}
        help="As the service’s console has it: shown there, or chosen and entered there"
      />
      <div className="flex gap-2">
        <Button onClick={store} pending={action.pending} disabled={!secret}>
          Store
        </Button>
        <Button variant="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

const SECRET_BYTES = 32;

/** A webhook secret, typed or generated here; a generated one can be copied until it is stored. */
export function WebhookSecretField({
  value,
  onChange,
  help,
  ...field
}: {
  value: string;
  onChange: (value: string) => void;
  help: string;
} & Omit<ComponentProps<typeof TextField>, "label" | "value" | "onChange" | "help" | "type" | "end">) {
  const [made, setMade] = useState("");
  const isMade = value !== "" && value === made;
  const { length } = value.trim();
  // Only a warning: the service's console may issue no longer secret.
  const short = length > 0 && length < SHORT_SECRET && (
    <span ref={saidAtOnce} className="font-medium text-ink-1">
      Only {length === 1 ? "1 character" : `${length} characters`}: whoever guesses it can send false alerts.
      Use {SHORT_SECRET} or more, if the service lets you.
    </span>
  );
  const make = () => {
    const secret = toHex(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
    setMade(secret);
    onChange(secret);
  };
  return (
    <TextField
      label="Webhook secret"
      autoComplete="off"
      spellCheck={false}
      {...field}
      type={isMade ? "text" : "password"}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      end={isMade ? <CopyButton text={value} /> : <WordButton onClick={make}>Make one</WordButton>}
      help={
        short ||
        (isMade ? "Enter it in the service’s console too; once it is stored it is not shown again" : help)
      }
    />
  );
}
