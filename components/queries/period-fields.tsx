"use client";
import { InstantField } from "@/components/forms/date-fields";
import { useFreshness } from "@/components/freshness/use-freshness";
import { Segmented } from "@/components/ui/choices";
import { useClock } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { capital } from "@/lib/base/core/text";
import { HOUR_MS, siteDay } from "@/lib/base/core/time";
import type { PlainKey } from "@/lib/base/words/messages";
import type { Words } from "@/lib/base/words/words";
import { PRESETS, type Preset, type QueryForm } from "@/lib/history/queries/contract";
import { askedPeriod } from "@/lib/history/queries/form";
import { hourWords, PRESET_WORDS as PERIOD_WORDS } from "@/lib/history/queries/words";
import { clampWindow } from "@/lib/service/request-rules";
import { useQueriesPage } from "./page-state";

const PRESET_WORDS: Record<Preset, PlainKey> = {
  "24h": "queries.span.24h",
  "7d": "queries.span.7d",
  "14d": "queries.span.14d",
  "30d": "queries.span.30d",
  "90d": "queries.span.90d",
  "1y": "queries.span.1y",
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
  const words = useWords();
  const { t } = words;
  const { form, changeForm } = useQueriesPage();
  const { asked } = period;
  const preset = form.from === null && form.to === null ? form.last : "";
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">
        {rich(words, "queries.span.title", { note: <span className="font-normal text-ink-3" /> })}
      </legend>
      <Segmented<Preset | "">
        label={t("queries.span.presets")}
        fill
        className="mb-3 [&>label]:px-1.5"
        options={PRESETS.map((value) => ({ value, label: t(PRESET_WORDS[value]) }))}
        value={preset}
        onChange={(last) => last && changeForm({ last, from: null, to: null })}
      />
      <div className="grid grid-cols-1 gap-2 min-[23rem]:max-sm:grid-cols-1 sm:grid-cols-2">
        <InstantField
          kind="hour"
          label={t("queries.form.from")}
          at={asked.from}
          error={errors.from}
          onChange={(from) => changeForm({ from, to: asked.to })}
        />
        <InstantField
          kind="hour"
          label={t("queries.form.to")}
          at={asked.to}
          error={errors.to}
          onChange={(to) => changeForm({ from: asked.from, to })}
        />
      </div>
      {preset !== "" && (
        <p className="mt-1.5 text-sm text-ink-2">
          {t("queries.span.rolling", { period: capital(t(PERIOD_WORDS[preset])) })}
        </p>
      )}
      <Answered period={period} />
    </fieldset>
  );
}

/** The window in UTC, and where and why it differs from the request. */
function Answered({ period }: { period: Period }) {
  const words = useWords();
  const { t, timeOfDay, formatDay, formatDuration } = words;
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
            ? t("queries.span.hour", { time: utc(answered.from) })
            : t("queries.span.utc", {
                from: utc(answered.from),
                to: utc(answered.to),
                length: formatDuration(answered.to - answered.from),
              })}{" "}
          {clampWords(words, period, zone, now)}
        </p>
      )}
      <p>
        {t("queries.span.limits", {
          oldest: formatDay(siteDay(new Date(oldest), zone)),
          newest: newestWords,
          hours: delayHours,
        })}
      </p>
    </div>
  );
}

function clampWords(
  { t }: Words,
  { answered, asked, oldest, newest }: Period,
  zone: string,
  now: Date,
): string {
  const hour = (at: number) => hourWords(new Date(at), zone, now);
  if (asked.to < oldest) return t("queries.span.tooOld");
  if (asked.from > newest) return t("queries.span.tooNew");
  const { fromClamped, toClamped } = answered;
  if (fromClamped || toClamped)
    return t("queries.span.cut", {
      ends: fromClamped && toClamped ? "both" : fromClamped ? "from" : "other",
      from: hour(answered.from),
      to: hour(answered.to),
    });
  return asked.from % HOUR_MS === 0 && asked.to % HOUR_MS === 0 ? "" : t("queries.span.rounded");
}
