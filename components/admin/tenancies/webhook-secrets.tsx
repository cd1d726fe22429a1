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
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
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
  const { t } = useWords();
  const restore = useAction(restoreWebhookSecret, { said: t("admin.tenancies.secrets.restored") });
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium">{t("admin.tenancies.secrets.title")}</p>
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
  const words = useWords();
  const { t } = words;
  const action = useAction(removeWebhookSecret, {
    said: t("admin.tenancies.secrets.retired"),
    undo: () => restore(secret.id),
  });
  const ask = (confirmed: boolean) => action.submit({ tenantId, secretId: secret.id, confirmed });
  const toConfirm = action.fault?.parameter === "confirmed" ? action.fault.message : null;
  return (
    <fieldset aria-label={t("admin.tenancies.secrets.of", { nth })} className="bg-sunken px-3 py-2">
      <div className="flex min-h-7 items-center gap-2">
        <Icon name="lock" className="size-4 shrink-0 text-ink-3" />
        <span className="min-w-0 flex-1">
          {rich(words, "admin.tenancies.secrets.stored", {
            time: <SiteTime at={secret.createdAt} />,
            name: secret.createdBy,
          })}
          <Use secret={secret} />
          <span className="block text-xs text-ink-3">
            {rich(words, "admin.tenancies.secrets.fingerprint", {
              mark: <span className="font-mono">{secret.mark}</span>,
            })}
          </span>
        </span>
        {secret.provisioned ? (
          <SetByFile />
        ) : (
          <WordButton
            label={t("admin.tenancies.secrets.retireOf", { nth })}
            onClick={() => ask(false)}
            disabled={action.pending}
          >
            {t("admin.tenancies.secrets.retire")}
          </WordButton>
        )}
      </div>
      {secret.superseded && <p className="mt-1 pl-6 font-medium">{t(supersededOf(secret))}</p>}
      {action.fault && !toConfirm && <p className="mt-1 font-medium">{action.fault.message}</p>}
      <ConfirmDialog
        title={t("admin.tenancies.secrets.retireTitle", { nth })}
        verb={t("admin.tenancies.secrets.retireAnyway")}
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

function supersededOf({ lastUsedAt, provisioned }: WebhookSecretLine) {
  if (lastUsedAt)
    return provisioned ? "admin.tenancies.secrets.unusedByFile" : "admin.tenancies.secrets.unusedRetire";
  return provisioned ? "admin.tenancies.secrets.neverUsedByFile" : "admin.tenancies.secrets.neverUsedRetire";
}

function Use({ secret }: { secret: WebhookSecretLine }) {
  const words = useWords();
  const { t } = words;
  if (!secret.opens) return <span className="block font-medium">{t("admin.tenancies.secrets.sealed")}</span>;
  if (!secret.lastUsedAt)
    return <span className="block text-ink-2">{t("admin.tenancies.secrets.unused")}</span>;
  return (
    <span className="block text-ink-2">
      {rich(words, "admin.tenancies.secrets.used", {
        time: <TimeWithAge at={secret.lastUsedAt} />,
        count: secret.verified,
      })}
    </span>
  );
}

function AddSecret({ tenantId, none }: { tenantId: string; none: boolean }) {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  const [secret, setSecret] = useState("");
  const close = () => {
    setOpen(false);
    setSecret("");
  };
  const action = useAction(addWebhookSecret, { said: t("admin.tenancies.secrets.added"), onDone: close });
  const store = () => secret && action.submit({ tenantId, secret });
  if (!open)
    return (
      <div className="flex min-h-11 items-center gap-3 px-2 py-2">
        <WordButton onClick={() => setOpen(true)}>{t("admin.tenancies.secrets.add")}</WordButton>
        <span className="text-ink-2">
          {t(none ? "admin.tenancies.secrets.none" : "admin.tenancies.secrets.toReplace")}
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
        help={t("admin.tenancies.secrets.help")}
      />
      <div className="flex gap-2">
        <Button onClick={store} pending={action.pending} disabled={!secret}>
          {t("admin.tenancies.secrets.store")}
        </Button>
        <Button variant="quiet" onClick={close}>
          {t("forms.cancel")}
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
  const { t } = useWords();
  const [made, setMade] = useState("");
  const isMade = value !== "" && value === made;
  const { length } = value.trim();
  // Only a warning: the service's console may issue no longer secret.
  const short = length > 0 && length < SHORT_SECRET && (
    <span ref={saidAtOnce} className="font-medium text-ink-1">
      {t("admin.tenancies.secrets.short", { length, least: SHORT_SECRET })}
    </span>
  );
  const make = () => {
    const secret = toHex(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
    setMade(secret);
    onChange(secret);
  };
  return (
    <TextField
      label={t("admin.tenancies.secrets.field")}
      autoComplete="off"
      spellCheck={false}
      {...field}
      type={isMade ? "text" : "password"}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      end={
        isMade ? (
          <CopyButton text={value} />
        ) : (
          <WordButton onClick={make}>{t("admin.tenancies.secrets.generate")}</WordButton>
        )
      }
      help={short || (isMade ? t("admin.tenancies.secrets.generated") : help)}
    />
  );
}
