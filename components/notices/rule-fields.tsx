"use client";
import { ClockField } from "@/components/forms/date-fields";
import { FaultLine } from "@/components/forms/form-parts";
import { Checkbox } from "@/components/ui/choices";
import { Select } from "@/components/ui/select";
import type { RuleInput } from "@/lib/alerting/notices/contract";
import { clockText, parseClock, reminderChoices, SEVERITY_CHOICES } from "./rule-words";

export const LEGEND = "mb-1.5 text-sm font-medium";

const DEFAULT_QUIET_HOURS = { quietFrom: 22 * 60, quietTo: 6 * 60 };
export const NO_QUIET_HOURS = { quietFrom: null, quietTo: null };

/** The members that rules of people and teams share. */
type Sending = Pick<RuleInput, "minRank" | "push" | "email" | "quietFrom" | "quietTo" | "remindMinutes">;

/** The state of a rule's form, for a part of its fields. */
export type RuleFields<Draft> = {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  errorOf: (name: string) => string | undefined;
};

/** The minimum severity of a rule. */
export function SeverityField({ draft, change }: Omit<RuleFields<Sending>, "errorOf">) {
  return (
    <Select
      label="From which severity on"
      options={SEVERITY_CHOICES}
      value={String(draft.minRank)}
      onChange={(rank) => change({ minRank: Number(rank) })}
    />
  );
}

/** The channels of a rule. */
export function Channels({
  whose,
  draft,
  change,
  canMail,
  errorOf,
}: RuleFields<Sending> & { whose: "my" | "their"; canMail: boolean }) {
  const error = errorOf("push");
  return (
    <fieldset>
      <legend className={LEGEND}>How</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        <Checkbox
          label={`To ${whose} devices`}
          checked={draft.push}
          onChange={(event) => change({ push: event.target.checked })}
        />
        <Checkbox
          label={canMail ? "By e-mail" : "By e-mail (no mail server is set)"}
          checked={draft.email}
          disabled={!canMail && !draft.email}
          onChange={(event) => change({ email: event.target.checked })}
        />
      </div>
      <div className="mt-1.5 empty:hidden">
        <FaultLine fault={error ? { message: error } : null} />
      </div>
    </fieldset>
  );
}

/** Quiet hours and the reminder. */
export function Times({ reminder, draft, change, errorOf }: RuleFields<Sending> & { reminder: string }) {
  const { quietFrom, quietTo, remindMinutes } = draft;
  const isQuiet = quietFrom !== null || quietTo !== null;
  return (
    <>
      <div className="grid gap-3">
        <Checkbox
          label="Quiet hours: what comes then is told when they end, if nobody has taken it"
          checked={isQuiet}
          onChange={({ target }) => change(target.checked ? DEFAULT_QUIET_HOURS : NO_QUIET_HOURS)}
        />
        {isQuiet && (
          <div className="grid grid-cols-2 gap-4">
            <ClockField
              label="From"
              help="Site time"
              value={clockText(quietFrom)}
              onChange={(time) => change({ quietFrom: parseClock(time) })}
            />
            <ClockField
              label="To"
              error={errorOf("quietTo")}
              value={clockText(quietTo)}
              onChange={(time) => change({ quietTo: parseClock(time) })}
            />
          </div>
        )}
      </div>
      <Select
        label={reminder}
        options={reminderChoices(remindMinutes)}
        value={remindMinutes === null ? "" : String(remindMinutes)}
        onChange={(minutes) => change({ remindMinutes: minutes === "" ? null : Number(minutes) })}
      />
    </>
  );
}
