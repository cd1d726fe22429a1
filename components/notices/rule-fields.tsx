"use client";
import { ClockField } from "@/components/forms/date-fields";
import { FaultLine } from "@/components/forms/form-parts";
import { Checkbox } from "@/components/ui/choices";
import { Select } from "@/components/ui/select";
import { useWords } from "@/components/words/words";
import type { RuleInput } from "@/lib/alerting/notices/contract";
import { clockText, parseClock, reminderChoices, severityChoices, type Whose } from "./rule-words";

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
  const words = useWords();
  return (
    <Select
      label={words.t("notices.form.severity")}
      options={severityChoices(words)}
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
}: RuleFields<Sending> & { whose: Whose; canMail: boolean }) {
  const { t } = useWords();
  const error = errorOf("push");
  return (
    <fieldset>
      <legend className={LEGEND}>{t("notices.form.channels")}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        <Checkbox
          label={t("notices.rule.push", { whose })}
          checked={draft.push}
          onChange={(event) => change({ push: event.target.checked })}
        />
        <Checkbox
          label={t(canMail ? "notices.rule.email" : "notices.form.emailUnset")}
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
export function Times({ draft, change, errorOf }: RuleFields<Sending>) {
  const words = useWords();
  const { t } = words;
  const { quietFrom, quietTo, remindMinutes } = draft;
  const isQuiet = quietFrom !== null || quietTo !== null;
  return (
    <>
      <div className="grid gap-3">
        <Checkbox
          label={t("notices.form.quietHours")}
          checked={isQuiet}
          onChange={({ target }) => change(target.checked ? DEFAULT_QUIET_HOURS : NO_QUIET_HOURS)}
        />
        {isQuiet && (
          <div className="grid grid-cols-2 gap-4">
            <ClockField
              label={t("notices.form.quietFrom")}
              help={t("notices.form.siteTime")}
              value={clockText(quietFrom)}
              onChange={(time) => change({ quietFrom: parseClock(time) })}
            />
            <ClockField
              label={t("notices.form.quietTo")}
              error={errorOf("quietTo")}
              value={clockText(quietTo)}
              onChange={(time) => change({ quietTo: parseClock(time) })}
            />
          </div>
        )}
      </div>
      <Select
        label={t("notices.form.reminder")}
        options={reminderChoices(words, remindMinutes)}
        value={remindMinutes === null ? "" : String(remindMinutes)}
        onChange={(minutes) => change({ remindMinutes: minutes === "" ? null : Number(minutes) })}
      />
    </>
  );
}
