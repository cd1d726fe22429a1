"use client";

import { type ComponentProps, useEffect, useId, useState } from "react";
import { ClockField } from "@/components/forms/date-fields";
import { FaultLine, Pair } from "@/components/forms/form-parts";
import { CopyButton, SetByFile } from "@/components/forms/word-button";
import { Button, IconButton } from "@/components/ui/button";
import { Checkbox, Segmented } from "@/components/ui/choices";
import { NumberField, TextField } from "@/components/ui/field";
import { useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import { isTimeZone } from "@/lib/base/core/time";
import { addressFault } from "@/lib/farm/tenancies/address-fault";
import { MAX_SHIFTS, SYNC_TYPES } from "@/lib/farm/tenancies/contract";
import { reachWords } from "@/lib/operations/connecting/test-outcome";
import { MEMBER_WORDS } from "./member-words";
import { SYNC_TYPE_WORDS } from "./sync-type-words";
import { bindField, type FormPart } from "./use-tenancy-form";

/** Name, time zone and tenant id. */
export function SiteFields(part: FormPart) {
  const { t } = part.words;
  return (
    <>
      <Pair>
        <TextField {...bindField(part, "name")} />
        <TimeZoneField {...bindField(part, "timeZone")} />
      </Pair>
      <TextField
        {...bindField(part, "slug")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        help={t("admin.tenancies.field.slugHelp")}
      />
      <TextField
        label={t("admin.tenancies.field.tenantId")}
        value={part.tenancy.tenantId}
        readOnly
        help={t("admin.tenancies.field.tenantIdHelp")}
      />
    </>
  );
}

/** When shifts begin, a field for each; the handover and Now count from there. */
export function ShiftFields({ words: { t }, draft, set, errorOf, lockedOf }: FormPart) {
  const { shiftTimes: times } = draft;
  const locked = lockedOf("shiftTimes");
  const error = errorOf("shiftTimes");
  const change = (shiftTimes: string[]) => set({ shiftTimes });
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{t(MEMBER_WORDS.shiftTimes)}</legend>
      <div className="flex flex-wrap items-center gap-2">
        {times.map((time, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a field keeps its place while its time is typed
          <span key={at} className="flex items-center">
            <ClockField
              label={<span className="sr-only">{t("admin.tenancies.field.shift", { nth: at + 1 })}</span>}
              value={time}
              readOnly={locked}
              onChange={(typed) => change(times.with(at, typed))}
            />
            {times.length > 1 && !locked && (
              <IconButton
                icon="close"
                label={t("admin.tenancies.field.removeShift", { nth: at + 1 })}
                onClick={() => change(times.toSpliced(at, 1))}
              />
            )}
          </span>
        ))}
        {times.length < MAX_SHIFTS && !locked && (
          <Button onClick={() => change([...times, "12:00"])}>{t("admin.tenancies.field.addShift")}</Button>
        )}
        {locked && <SetByFile />}
      </div>
      {error ? (
        <FaultLine fault={{ message: error }} />
      ) : (
        <p className="mt-1.5 text-sm text-ink-3">{t("admin.tenancies.field.shiftsHelp")}</p>
      )}
    </fieldset>
  );
}

/** A time zone by its IANA name, with its present time. */
export function TimeZoneField(field: ComponentProps<typeof TextField> & { value: string }) {
  const { t, timeOfDay } = useWords();
  const list = useId();
  // The browser's own list, after the first paint: the server's may differ.
  const [zones, setZones] = useState<string[]>([]);
  useEffect(() => setZones(Intl.supportedValuesOf("timeZone")), []);
  const { now } = useClock();
  const zone = field.value.trim();
  return (
    <>
      <TextField
        {...field}
        name="timeZone"
        list={list}
        placeholder="Europe/Amsterdam"
        autoComplete="off"
        spellCheck={false}
        end={
          isTimeZone(zone) ? t("admin.tenancies.field.timeNow", { time: timeOfDay(now, zone) }) : undefined
        }
      />
      <datalist id={list}>
        {zones.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

/** The service's addresses, checked as soon as a field is left. */
export function AddressFields(part: FormPart) {
  const { draft, errorOf } = part;
  const { t } = part.words;
  const [left, setLeft] = useState(false);
  const isChecked = left || errorOf("baseUrl") || errorOf("authUrl");
  const bindAddress = (member: "baseUrl" | "authUrl") => {
    const fault = isChecked ? addressFault(draft[member]) : null;
    const field = bindField(part, member);
    return { ...field, onBlur: () => setLeft(true), error: fault === null ? field.error : `It ${fault}` };
  };
  return (
    <>
      <TextField
        {...bindAddress("baseUrl")}
        type="url"
        placeholder="https://api.example.com/v1"
        help={t("admin.tenancies.field.baseUrlHelp")}
      />
      <TextField
        {...bindAddress("authUrl")}
        type="url"
        placeholder="https://auth.example.com"
        help={t("admin.tenancies.field.authUrlHelp")}
      />
    </>
  );
}

const TOKEN_AUTHS = [
  { value: "basic", label: "admin.tenancies.field.basic" },
  { value: "post", label: "admin.tenancies.field.post" },
] as const;

/** Client id and how credentials are sent. */
export function ClientFields(part: FormPart) {
  const { draft, set, errorOf, lockedOf } = part;
  const { t } = part.words;
  const refused = errorOf("tokenAuth");
  const isLocked = lockedOf("tokenAuth");
  const label = t(MEMBER_WORDS.tokenAuth);
  return (
    <Pair>
      <TextField {...bindField(part, "clientId")} autoComplete="off" spellCheck={false} />
      <div>
        <p className="mb-1.5 text-sm font-medium" aria-hidden="true">
          {label}
        </p>
        <Segmented
          label={label}
          fill
          options={TOKEN_AUTHS.map(({ value, label: key }) => ({ value, label: t(key), disabled: isLocked }))}
          value={draft.tokenAuth}
          onChange={(tokenAuth) => set({ tokenAuth })}
        />
        {isLocked && (
          <p className="mt-1.5">
            <SetByFile />
          </p>
        )}
        {!isLocked && !refused && (
          <p className="mt-1.5 text-sm text-ink-3">{t("admin.tenancies.field.tokenAuthHelp")}</p>
        )}
        {refused && <FaultLine fault={{ message: refused }} />}
      </div>
    </Pair>
  );
}

/** The fields for automatic fetching: types, period and interval. */
export function HistoryFields(part: FormPart) {
  const { t } = part.words;
  const { draft, set, lockedOf, errorOf } = part;
  const error = errorOf("syncEnabled") ?? errorOf("syncTypes");
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Checkbox
          label={t("admin.tenancies.field.fetch")}
          checked={draft.syncEnabled}
          disabled={lockedOf("syncEnabled")}
          onChange={(event) => set({ syncEnabled: event.currentTarget.checked })}
        />
        {SYNC_TYPES.map((type) => (
          <Checkbox
            key={type}
            label={t(SYNC_TYPE_WORDS[type])}
            checked={draft.syncTypes.includes(type)}
            disabled={lockedOf("syncTypes") || !draft.syncEnabled}
            onChange={({ currentTarget: { checked } }) =>
              set({
                syncTypes: SYNC_TYPES.filter((one) =>
                  one === type ? checked : draft.syncTypes.includes(one),
                ),
              })
            }
          />
        ))}
        {lockedOf("syncEnabled") && <SetByFile />}
      </div>
      {error && <FaultLine fault={{ message: error }} />}
      <Pair>
        <NumberField
          {...bindField(part, "syncEveryMinutes")}
          min={0}
          end={t("admin.tenancies.field.minutes")}
        />
        <NumberField
          {...bindField(part, "backfillDays")}
          min={0}
          end={t("admin.tenancies.field.days")}
          help={t("admin.tenancies.field.backfillHelp")}
        />
        <NumberField
          {...bindField(part, "dataDelayHours")}
          min={0}
          end={t("admin.tenancies.field.hours")}
          help={t("admin.tenancies.field.delayHelp")}
        />
        <NumberField
          {...bindField(part, "queryDeadlineMinutes")}
          min={0}
          end={t("admin.tenancies.field.minutes")}
        />
      </Pair>
    </>
  );
}

/** Our webhook address, to copy into the service's console. */
export function WebhookAddressField({ address }: { address: string }) {
  const words = useWords();
  return (
    <TextField
      label={words.t("admin.tenancies.field.webhookAddress")}
      value={address}
      readOnly
      end={<CopyButton text={address} />}
      help={reachWords(words, address)}
    />
  );
}

/** The name of the signature's header. */
export function SignatureHeaderField(part: FormPart) {
  return (
    <TextField
      {...bindField(part, "signatureHeader")}
      spellCheck={false}
      help={part.words.t("admin.tenancies.field.headerHelp")}
    />
  );
}
