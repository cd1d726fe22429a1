"use client";
import { useFreshness } from "@/components/freshness/use-freshness";
import { Segmented } from "@/components/ui/choices";
import { useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import { capital } from "@/lib/base/core/text";
import { formatDay, formatDuration, HOUR_MS, siteDay, timeOfDay } from "@/lib/base/core/time";
import { PRESETS, type Preset, type QueryForm } from "@/lib/history/queries/contract";
import { askedPeriod } from "@/lib/history/queries/form";
import { hourWords, PRESET_WORDS as PERIOD_WORDS } from "@/lib/history/queries/words";
import { clampWindow } from "@/lib/service/request-rules";
import { HourField } from "./hour-field";
import { useQueriesPage } from "./page-state";

const PRESET_WORDS: Record<Preset, string> = {
  "24h": "24 h",
  "7d": "7 d",
  "14d": "14 d",
  "30d": "30 d",
  "90d": "90 d",
  "1y": "1 year",
};

/** The period asked for, the part that the service answers, and its limits in epoch milliseconds. */
export function usePeriod(form: Pick<QueryForm, "last" | "from" | "to">) {
  const { now } = useClock();
  const delayHours = useFreshness()?.facts.readings.delayHours ?? 1;
  const asked = askedPeriod(form, now.getTime(), delayHours);
  const limits = clampWindow({ from: 0 }, now.getTime(), delayHours);
  const answered = clampWindow(asked, now.getTime(), delayHours);
  return { asked, answered, oldest: limits.from, newest: limits.to, delayHours };
}

export type Period = ReturnType<typeof usePeriod>;

/** Presets, from and to in site time; below, what the service will answer and why. */
export function PeriodFields({ period, errors }: { period: Period; errors: { from?: string; to?: string } }) {
  const { t } = useWords();
  const { form, changeForm } = useQueriesPage();
  const { asked } = period;
  const preset = form.from === null && form.to === null ? form.last : "";
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">
        Period <span className="font-normal text-ink-3">in site time, whole hours</span>
      </legend>
      <Segmented<Preset | "">
        label="Up to the newest data"
        fill
        className="mb-3 [&>label]:px-1.5"
        options={PRESETS.map((value) => ({ value, label: PRESET_WORDS[value] }))}
        value={preset}
        onChange={(last) => last && changeForm({ last, from: null, to: null })}
      />
      <div className="grid grid-cols-1 gap-2 min-[23rem]:max-sm:grid-cols-1 sm:grid-cols-2">
        <HourField
          label="From"
          at={asked.from}
          error={errors.from}
          onChange={(from) => changeForm({ from, to: asked.to })}
        />
        <HourField
          label="To"
          at={asked.to}
          error={errors.to}
          onChange={(to) => changeForm({ from: asked.from, to })}
        />
      </div>
      {preset !== "" && (
        <p className="mt-1.5 text-sm text-ink-2">
          {capital(t(PERIOD_WORDS[preset]))}, counted back from the newest data whenever it runs.
        </p>
      )}
      <Answered period={period} />
    </fieldset>
  );
}

/** The window in UTC, and where and why it differs from the request. */
function Answered({ period }: { period: Period }) {
  const { zone, now } = useClock();
  const { answered, oldest, delayHours } = period;
  const utc = (at: number) => hourWords(new Date(at), "UTC", now);
  const newest = new Date(period.newest);
  const isToday = siteDay(newest, zone) === siteDay(now, zone);
  const newestWords = isToday ? timeOfDay(newest, zone) : hourWords(newest, zone, now);
  return (
    <div className="mt-1.5 text-sm text-ink-3">
      {!answered.empty && (
        <p className="text-ink-2">
          {answered.from === answered.to
            ? `The hour of ${utc(answered.from)} UTC.`
            : `${utc(answered.from)} to ${utc(answered.to)} UTC, ${formatDuration(answered.to - answered.from)}.`}{" "}
          {clampWords(period, zone, now)}
        </p>
      )}
      <p>
        The service has nothing newer than {newestWords} (it is {delayHours} h behind) and nothing older than{" "}
        {formatDay(siteDay(new Date(oldest), zone))}.
      </p>
    </div>
  );
}

function clampWords({ answered, asked, oldest, newest }: Period, zone: string, now: Date): string {
  const words = (at: number) => hourWords(new Date(at), zone, now);
  if (asked.to < oldest)
    return "All that was chosen is older than what the service keeps: it is asked for its oldest hour.";
  if (asked.from > newest)
    return "All that was chosen is newer than what the service has: it is asked for its newest hour.";
  const cut = [
    answered.fromClamped && `from ${words(answered.from)}`,
    answered.toClamped && `until ${words(answered.to)}`,
  ].filter(Boolean);
  if (cut.length > 0) return `Answered ${cut.join(" and ")} only, site time.`;
  return asked.from % HOUR_MS === 0 && asked.to % HOUR_MS === 0 ? "" : "Cut down to whole hours of UTC.";
}
