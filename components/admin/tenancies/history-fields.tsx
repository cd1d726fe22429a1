"use client";
import { FaultLine } from "@/components/forms/fault-line";
import { FormSection, Pair } from "@/components/forms/form-section";
import { SetByFile } from "@/components/forms/words";
import { Checkbox, NumberField } from "@/components/ui/field";
import { SYNC_TYPE_NAMES, SYNC_TYPES, type SyncType } from "@/lib/farm/tenancies/contract";
import type { FormPart } from "./tenancy-form";

type NumberMember = "dataDelayHours" | "queryDeadlineMinutes" | "backfillDays" | "syncEveryMinutes";

/** What is fetched by itself, how far back and how often. */
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
