"use client";
import { type FormEvent, useState } from "react";
import { FaultLine } from "@/components/forms/form-parts";
import { fieldless, useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { NumberField } from "@/components/ui/field";
import { saveRetention } from "@/lib/farm/retention/actions";
import {
  RETENTION_NAMES,
  type Retention,
  type RetentionMember,
  type RetentionState,
} from "@/lib/farm/retention/contract";

const HELP: Record<RetentionMember, string> = {
  bodiesDays: "Empty: for ever. What they meant stays; the bytes themselves can no longer be shown",
  rejectedDays:
    "1 to 365. Their signature fitted no secret; a corrected secret admits them while they are kept",
  auditDays: "Empty: for ever. 30 days at least",
  noticesDays: "Empty: for ever. Only of alerts that are closed",
  queriesDays: "Empty: for ever. With the rows that could not be stored; the readings stay",
  outagesDays: "Empty: for ever. They say where alerts may be missing",
};
const MEMBERS = Object.keys(RETENTION_NAMES) as RetentionMember[];
type Draft = Record<RetentionMember, string>;

/** How long each kind of data is kept, in days. */
export function RetentionForm({ state: { retention, locked } }: { state: RetentionState }) {
  const stored = Object.fromEntries(MEMBERS.map((one) => [one, `${retention[one] ?? ""}`])) as Draft;
  const [draft, setDraft] = useState(stored);
  const action = useAction(saveRetention, { said: "Saved" });
  const changed = MEMBERS.some((member) => draft[member] !== stored[member]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    action.submit(
      Object.fromEntries(MEMBERS.map((one) => [one, daysIn(draft[one])])) as Record<
        RetentionMember,
        number | null
      > as Retention,
    );
  };
  return (
    <form onSubmit={submit} className="grid max-w-155 gap-4" noValidate>
      <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
        {MEMBERS.map((member) => (
          <NumberField
            key={member}
            label={RETENTION_NAMES[member]}
            min={1}
            placeholder={HELP[member].startsWith("Empty") ? "for ever" : undefined}
            value={draft[member]}
            onChange={({ currentTarget: { value } }) =>
              setDraft((before) => ({ ...before, [member]: value }))
            }
            end="days"
            help={locked.includes(member) ? undefined : HELP[member]}
            error={action.errorOf(member)}
            locked={locked.includes(member)}
          />
        ))}
      </div>
      <FaultLine fault={fieldless(action.fault)} />
      <div className="flex items-center gap-2 border-t border-hairline pt-4">
        <span className="min-w-0 flex-1 text-sm text-ink-2" role="status">
          {changed ? "Not saved yet" : "Nothing to save"}
        </span>
        <Button variant="primary" type="submit" disabled={!changed} pending={action.pending}>
          Save
        </Button>
      </div>
    </form>
  );
}

const daysIn = (text: string) => (text.trim() === "" ? null : Number(text));
