"use client";

import { useEffect, useId, useState } from "react";
import { FaultLine, FormSection, Pair } from "@/components/forms/form-parts";
import { CopyButton, SetByFile } from "@/components/forms/word-button";
import { Checkbox, Segmented } from "@/components/ui/choices";
import { NumberField, TextField } from "@/components/ui/field";
import { useClock } from "@/components/ui/time";
import { isTimeZone, timeOfDay } from "@/lib/base/core/time";
import { addressFault } from "@/lib/farm/tenancies/address-fault";
import { SYNC_TYPE_NAMES, SYNC_TYPES, type SyncType } from "@/lib/farm/tenancies/contract";
import { reachWords } from "@/lib/operations/connecting/test-outcome";
import { ClientSecret } from "./client-secret";
import { RefusedOffer } from "./offers";
import type { FormPart } from "./tenancy-draft";
import { WebhookSecrets } from "./webhook-secrets";

/** Name and time zone of the site. */
export function SiteFields(part: FormPart) {
  return (
    <FormSection title="Site" first>
      <SiteInputs {...part} />
    </FormSection>
  );
}

/** The same without a title of its own. */
export function SiteInputs({ tenancy, draft, set, errorOf, lockedOf }: FormPart) {
  return (
    <>
      <Pair>
        <TextField
          label="Name"
          value={draft.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          error={errorOf("name")}
          locked={lockedOf("name")}
        />
        <TimeZoneField
          value={draft.timeZone}
          onChange={(timeZone) => set({ timeZone })}
          error={errorOf("timeZone")}
          locked={lockedOf("timeZone")}
        />
      </Pair>
      <TextField
        label="Tenant id"
        value={tenancy.tenantId}
        readOnly
        help="As the service writes it in its notifications. All that is stored hangs on it, so it stays"
      />
    </>
  );
}

/** A time zone by its IANA name, with the time that it is there now. */
export function TimeZoneField({
  value,
  onChange,
  error,
  locked,
}: {
  value: string;
  onChange: (value: string) => void;
  error?: string;
  locked?: boolean;
}) {
  const list = useId();
  // The browser's own list, after the first paint: the server's may differ.
  const [zones, setZones] = useState<string[]>([]);
  useEffect(() => setZones(Intl.supportedValuesOf("timeZone")), []);
  const { now } = useClock();
  const zone = value.trim();
  return (
    <>
      <TextField
        label="Time zone"
        name="timeZone"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        list={list}
        placeholder="Europe/Amsterdam"
        autoComplete="off"
        spellCheck={false}
        error={error}
        locked={locked}
        end={isTimeZone(zone) ? `now ${timeOfDay(now, zone)}` : undefined}
      />
      <datalist id={list}>
        {zones.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

const TOKEN_AUTHS = [
  { value: "basic" as const, label: "HTTP Basic" },
  { value: "post" as const, label: "Form body" },
];

/** The service's addresses and our client. */
export function ServiceFields({
  clientSecret,
  onClientSecret,
  ...part
}: FormPart & {
  clientSecret: string;
  onClientSecret: (text: string) => void;
}) {
  return (
    <FormSection title="Service">
      <AddressFields {...part} />
      <ClientFields {...part} />
      <ClientSecret
        tenancy={part.tenancy}
        locked={part.lockedOf("clientSecret")}
        value={clientSecret}
        onChange={onClientSecret}
      />
    </FormSection>
  );
}

/** The service's addresses, checked as soon as a field is left. */
export function AddressFields({ draft, set, errorOf, lockedOf }: FormPart) {
  const [left, setLeft] = useState(false);
  const faultAt = (member: "baseUrl" | "authUrl") => {
    const fault = left || errorOf("baseUrl") || errorOf("authUrl") ? addressFault(draft[member]) : null;
    return fault === null ? errorOf(member) : `It ${fault}`;
  };
  return (
    <>
      <TextField
        label="Base address"
        type="url"
        value={draft.baseUrl}
        onChange={(event) => set({ baseUrl: event.currentTarget.value })}
        onBlur={() => setLeft(true)}
        placeholder="https://api.example.com/v1"
        help={lockedOf("baseUrl") ? undefined : "Where queries are sent: /query stands right behind it"}
        error={faultAt("baseUrl")}
        locked={lockedOf("baseUrl")}
      />
      <TextField
        label="Sign-in address"
        type="url"
        value={draft.authUrl}
        onChange={(event) => set({ authUrl: event.currentTarget.value })}
        onBlur={() => setLeft(true)}
        placeholder="https://auth.example.com"
        help={lockedOf("authUrl") ? undefined : "Where /oauth2/token is"}
        error={faultAt("authUrl")}
        locked={lockedOf("authUrl")}
      />
    </>
  );
}

/** Client id and how credentials are sent. */
export function ClientFields({ draft, set, errorOf, lockedOf }: FormPart) {
  const refused = errorOf("tokenAuth");
  return (
    <Pair>
      <TextField
        label="Client id"
        value={draft.clientId}
        onChange={(event) => set({ clientId: event.currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
        error={errorOf("clientId")}
        locked={lockedOf("clientId")}
      />
      <div>
        <p className="mb-1.5 text-sm font-medium" aria-hidden="true">
          Credentials are sent as
        </p>
        <Segmented
          label="Credentials are sent as"
          fill
          options={TOKEN_AUTHS.map((option) => ({ ...option, disabled: lockedOf("tokenAuth") }))}
          value={draft.tokenAuth}
          onChange={(tokenAuth) => set({ tokenAuth })}
        />
        {lockedOf("tokenAuth") && (
          <p className="mt-1.5">
            <SetByFile />
          </p>
        )}
        {!lockedOf("tokenAuth") && !refused && (
          <p className="mt-1.5 text-sm text-ink-3">Leave it unless the service asks for the other</p>
        )}
        {refused && <FaultLine fault={{ message: refused }} />}
      </div>
    </Pair>
  );
}

type NumberMember = "dataDelayHours" | "queryDeadlineMinutes" | "backfillDays" | "syncEveryMinutes";

/** What is fetched automatically, how far back and how often. */
export function HistoryFields(part: FormPart) {
  return (
    <FormSection title="History">
      <HistoryInputs {...part} />
    </FormSection>
  );
}

/** The same without a title of its own. */
export function HistoryInputs(part: FormPart) {
  const { draft, set, lockedOf, errorOf } = part;
  const number = (member: NumberMember, label: string, end: string, help?: string) => (
    <NumberField
      label={label}
      min={0}
      value={draft[member]}
      onChange={(event) => set({ [member]: event.currentTarget.value })}
      end={end}
      help={lockedOf(member) ? undefined : help}
      error={errorOf(member)}
      locked={lockedOf(member)}
    />
  );
  const types = (type: SyncType, on: boolean) =>
    SYNC_TYPES.filter((one) => (one === type ? on : draft.syncTypes.includes(one)));
  const error = errorOf("syncEnabled") ?? errorOf("syncTypes");
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Checkbox
          label="Fetch new readings by itself"
          checked={draft.syncEnabled}
          disabled={lockedOf("syncEnabled")}
          onChange={(event) => set({ syncEnabled: event.currentTarget.checked })}
        />
        {SYNC_TYPES.map((type) => (
          <Checkbox
            key={type}
            label={SYNC_TYPE_NAMES[type]}
            checked={draft.syncTypes.includes(type)}
            disabled={lockedOf("syncTypes") || !draft.syncEnabled}
            onChange={(event) => set({ syncTypes: types(type, event.currentTarget.checked) })}
          />
        ))}
        {lockedOf("syncEnabled") && <SetByFile />}
      </div>
      {error && <FaultLine fault={{ message: error }} />}
      <Pair>
        {number("syncEveryMinutes", "Fetch every", "minutes")}
        {number("backfillDays", "History back to", "days", "365 at most: the service keeps no more")}
        {number("dataDelayHours", "Newest data is behind by", "hours", "1 for most licences")}
        {number("queryDeadlineMinutes", "A query is given up after", "minutes")}
      </Pair>
    </>
  );
}

/** Our webhook address, the secrets and the header of the signature. */
export function NotificationFields({
  address,
  admissible,
  ...part
}: FormPart & {
  address: string;
  admissible: Promise<number>;
}) {
  const { tenancy, draft, set, errorOf, lockedOf } = part;
  return (
    <FormSection title="Notifications">
      <WebhookAddressField address={address} />
      <WebhookSecrets tenancy={tenancy} />
      <Pair>
        <SignatureHeaderField {...part} />
        <NumberField
          label="Probably recovered after"
          min={1}
          end="hours"
          value={draft.recoveryHours}
          onChange={(event) => set({ recoveryHours: event.currentTarget.value })}
          help={
            lockedOf("recoveryHours")
              ? undefined
              : "With all readings in the earlier band; then people are asked"
          }
          error={errorOf("recoveryHours")}
          locked={lockedOf("recoveryHours")}
        />
      </Pair>
      <RefusedOffer tenantId={tenancy.tenantId} admissible={admissible} />
    </FormSection>
  );
}

/** Our webhook address, to copy into the service's console. */
export function WebhookAddressField({ address }: { address: string }) {
  return (
    <TextField
      label="Address to give to the service"
      value={address}
      readOnly
      end={<CopyButton text={address} />}
      help={reachWords(address)}
    />
  );
}

/** The name of the signature's header. */
export function SignatureHeaderField({ draft, set, errorOf, lockedOf }: FormPart) {
  return (
    <TextField
      label="Signature header"
      value={draft.signatureHeader}
      onChange={(event) => set({ signatureHeader: event.currentTarget.value })}
      spellCheck={false}
      help={lockedOf("signatureHeader") ? undefined : "Leave it unless the service names another"}
      error={errorOf("signatureHeader")}
      locked={lockedOf("signatureHeader")}
    />
  );
}
