"use client";
import { type FormEvent, useState } from "react";
import { FaultLine, SaveBar } from "@/components/forms/form-parts";
import { fieldless, useAction } from "@/components/forms/use-action";
import { NumberField } from "@/components/ui/field";
import { useWords } from "@/components/words/words";
import type { PlainKey } from "@/lib/base/words/messages";
import { saveRetention } from "@/lib/farm/retention/actions";
import type { RetentionMember, RetentionState } from "@/lib/farm/retention/contract";

const FIELDS = {
  bodiesDays: { label: "admin.retention.bodiesDays", help: "admin.retention.bodiesHelp" },
  rejectedDays: { label: "admin.retention.rejectedDays", help: "admin.retention.rejectedHelp" },
  auditDays: { label: "admin.retention.auditDays", help: "admin.retention.auditHelp" },
  noticesDays: { label: "admin.retention.noticesDays", help: "admin.retention.noticesHelp" },
  queriesDays: { label: "admin.retention.queriesDays", help: "admin.retention.queriesHelp" },
  outagesDays: { label: "admin.retention.outagesDays", help: "admin.retention.outagesHelp" },
} as const satisfies Record<RetentionMember, { label: PlainKey; help: PlainKey }>;
const MEMBERS = Object.keys(FIELDS) as RetentionMember[];

/** The form for the retention of each kind of data, in days. */
export function RetentionForm({ state: { retention, locked } }: { state: RetentionState }) {
  const { t } = useWords();
  const stored = Object.fromEntries(MEMBERS.map((member) => [member, `${retention[member] ?? ""}`]));
  const [draft, setDraft] = useState(stored);
  const action = useAction(saveRetention, { said: t("admin.retention.saved") });
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
            label={t(FIELDS[member].label)}
            min={1}
            // Rejected requests are the one kind that is never kept forever.
            placeholder={member === "rejectedDays" ? undefined : t("admin.retention.forever")}
            value={draft[member]}
            onChange={({ currentTarget: { value } }) =>
              setDraft((before) => ({ ...before, [member]: value }))
            }
            end={t("admin.retention.days")}
            help={t(FIELDS[member].help)}
            error={action.errorOf(member)}
            locked={locked.includes(member)}
          />
        ))}
      </div>
      <FaultLine fault={fieldless(action.fault)} />
      <SaveBar
        state={t(changed ? "admin.retention.notSaved" : "admin.retention.nothingToSave")}
        disabled={!changed}
        pending={action.pending}
      />
    </form>
  );
}
