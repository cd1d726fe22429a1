"use client";
import { useState } from "react";
import { useFreshness } from "@/components/freshness/use-freshness";
import { Checkbox, Segmented } from "@/components/ui/choices";
import { TextField } from "@/components/ui/field";
import { useClock } from "@/components/ui/time";
import { formatDay, formatDuration, HOUR_MS, siteDay, timeOfDay, weekdayOf } from "@/lib/base/core/time";
import { PRESETS, type Preset, type QueryForm } from "@/lib/history/queries/contract";
import { askedPeriod } from "@/lib/history/queries/form";
import { hourText, instantOfHour, sameOnTheClock } from "@/lib/history/queries/hours";
import { hourWords } from "@/lib/history/queries/words";
import { clampWindow } from "@/lib/service/request-rules";
import type { FormChange } from "./form-state";

const PRESET_WORDS: Record<Preset, string> = {
  "24h": "24 h",
  "7d": "7 d",
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

type Props = {
  form: QueryForm;
  change: FormChange;
  period: Period;
  errors: { from?: string; to?: string };
};

/** Presets, from and to in site time; below, what the service will answer and why. */
export function PeriodFields({ form, change, period, errors }: Props) {
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
        onChange={(last) => last && change({ last, from: null, to: null })}
      />
      <div className="grid grid-cols-1 gap-2 min-[23rem]:max-sm:grid-cols-1 sm:grid-cols-2">
        <HourField
          label="From"
          at={asked.from}
          error={errors.from}
          onChange={(from) => change({ from, to: asked.to })}
        />
        <HourField
          label="To"
          at={asked.to}
          error={errors.to}
          onChange={(to) => change({ from: asked.from, to })}
        />
      </div>
      <Answered period={period} />
    </fieldset>
  );
}

/** The window in UTC, and where and why it differs from the request. */
function Answered({ period }: { period: Period }) {
  const { zone, now } = useClock();
  const { answered, newest, oldest, delayHours } = period;
  const utc = (at: number) => hourWords(new Date(at), "UTC", now);
  const limits = `The service has nothing newer than ${newestWords(newest, zone, now)} (it is ${delayHours} h behind) and nothing older than ${formatDay(siteDay(new Date(oldest), zone))}.`;
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
      <p>{limits}</p>
    </div>
  );
}

function newestWords(newest: number, zone: string, now: Date): string {
  const at = new Date(newest);
  const today = siteDay(at, zone) === siteDay(now, zone);
  return today ? timeOfDay(at, zone) : hourWords(at, zone, now);
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

/** A whole hour of site time; on the night when clocks go back, which of the two. */
export function HourField({
  label,
  at,
  onChange,
  error,
}: {
  label: string;
  /** Epoch milliseconds. */
  at: number;
  onChange: (at: number) => void;
  error?: string;
}) {
  const { zone } = useClock();
  const [text, setText] = useState(() => hourText(at, zone));
  const [shown, setShown] = useState(at);
  // Follow a change from elsewhere (a preset, an earlier query), but keep what is being typed.
  if (shown !== at) {
    setShown(at);
    setText(hourText(at, zone));
  }
  const other = sameOnTheClock(at, zone);
  const type = (typed: string) => {
    setText(typed);
    const chosen = instantOfHour(typed, zone);
    if (chosen === null) return;
    setShown(chosen);
    onChange(chosen);
  };
  return (
    <div className="min-w-0">
      <TextField
        label={label}
        type="datetime-local"
        step={3_600}
        required
        value={text}
        error={error}
        // Browsers format times their own way; the help text has our format.
        help={fullWords(at, zone)}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setText(hourText(at, zone))}
      />
      {other !== null && (
        <Checkbox
          className="mt-1.5"
          label={`the second ${text.slice(11)} of that night`}
          checked={other < at}
          onChange={() => onChange(other)}
        />
      )}
    </div>
  );
}

function fullWords(at: number, zone: string): string {
  const day = siteDay(new Date(at), zone);
  return `${weekdayOf(day)} ${formatDay(day)} ${timeOfDay(new Date(at), zone)}`;
}
