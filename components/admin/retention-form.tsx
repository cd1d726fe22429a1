"use client";
import { type FormEvent, useState } from "react";
import { FaultLine, SaveBar } from "@/components/forms/form-parts";
import { fieldless, useAction } from "@/components/forms/use-action";
import { NumberField } from "@/components/ui/field";
import { saveRetention } from "@/lib/farm/retention/actions";
import { RETENTION_NAMES, type RetentionMember, type RetentionState } from "@/lib/farm/retention/contract";

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

/** The form for the retention of each kind of data, in days. */
export function RetentionForm({ state: { retention, locked } }: { state: RetentionState }) {
  const stored = Object.fromEntries(MEMBERS.map((member) => [member, `${retention[member] ?? ""}`]));
  const [draft, setDraft] = useState(stored);
  const action = useAction(saveRetention, { said: "Saved" });
  const changed = MEMBERS.some((member) => draft[member] !== stored[member]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const days = (text: string) => (text.trim() === "" ? null : Number(text));
    const entered = MEMBERS.map((member) => [member, days(draft[member] ?? "")]);
    action.submit(Object.fromEntries(entered));
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
            help={HELP[member]}
            error={action.errorOf(member)}
            locked={locked.includes(member)}
          />
        ))}
      </div>
      <FaultLine fault={fieldless(action.fault)} />
      <SaveBar
        state={changed ? "Not saved yet" : "Nothing to save"}
        disabled={!changed}
        pending={action.pending}
      />
    </form>
  );
}
