"use client";
import { lazy, type ReactNode, Suspense, useState, useSyncExternalStore } from "react";
import { Checkbox } from "@/components/ui/choices";
import { cx } from "@/components/ui/cx";
import { BOX, Field } from "@/components/ui/field";
import { useClock } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { siteDay } from "@/lib/base/core/time";
import { hourText, instantOfHour, instantOfMinute, sameOnTheClock } from "@/lib/history/queries/hours";
import type { SegmentFacts } from "./date-segments";

const DateSegments = lazy(async () => ({ default: (await import("./date-segments")).DateSegments }));

type FieldFacts = {
  label: ReactNode;
  help?: ReactNode;
  error?: string;
  /** Set by the provisioning file. */
  locked?: boolean;
  readOnly?: boolean;
  className?: string;
};

const never = () => () => undefined;

/** Its segments are the browser's alone: a server's version of Intl may write other signs between them. */
const useIsBrowser = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** Of the segments, so that a field beside its label keeps its width when they come; others fill their column. */
const WIDTHS = { day: "min-w-36 touch:min-w-44", clock: "min-w-20", hour: "", minute: "" };

/** The frame of a date or time; `written` stands in it until its segments are fetched. */
function SegmentField({
  written,
  name,
  label,
  help,
  error,
  locked,
  readOnly,
  className,
  ...segments
}: FieldFacts & { written: string; name?: string } & Omit<SegmentFacts, "ids" | "isLocked">) {
  const isBrowser = useIsBrowser();
  const placeholder = <span className="px-2.5 text-base text-ink-3">{written}</span>;
  return (
    <Field isGroup {...{ label, help, error, locked, className }}>
      {(ids) => (
        <div
          className={cx(
            BOX,
            "h-9 touch:h-target",
            WIDTHS[segments.kind],
            error ? "border-ink-1" : "border-control",
            (locked || readOnly) && "bg-sunken!",
          )}
        >
          {isBrowser ? (
            <Suspense fallback={placeholder}>
              <DateSegments ids={ids} isLocked={locked || readOnly} {...segments} />
            </Suspense>
          ) : (
            placeholder
          )}
          {name && <input type="hidden" name={name} value={segments.text} />}
        </div>
      )}
    </Field>
  );
}

/** A day of the site, `2026-11-28`; "" for none. */
export function DayField({
  value,
  defaultValue = "",
  onChange,
  onDone,
  min,
  max,
  ...field
}: FieldFacts & {
  name?: string;
  value?: string;
  defaultValue?: string;
  onChange?: (day: string) => void;
  /** A day was chosen, or the field was left. */
  onDone?: (day: string) => void;
  min?: string;
  max?: string;
}) {
  const { formatDay } = useWords();
  const [typed, setTyped] = useState(defaultValue);
  const day = value ?? typed;
  const type = (text: string) => {
    setTyped(text);
    onChange?.(text);
  };
  return (
    <SegmentField
      {...field}
      {...{ min, max, onDone }}
      kind="day"
      text={day}
      written={day && formatDay(day)}
      onType={type}
    />
  );
}

/** A time of day on the site's clock, `14:12`; "" for none. */
export function ClockField({
  value,
  defaultValue = "",
  onChange,
  ...field
}: FieldFacts & {
  name?: string;
  value?: string;
  defaultValue?: string;
  onChange?: (time: string) => void;
}) {
  const [typed, setTyped] = useState(defaultValue);
  const time = value ?? typed;
  const type = (text: string) => {
    setTyped(text);
    onChange?.(text);
  };
  return <SegmentField {...field} kind="clock" text={time} written={time} onType={type} />;
}

/** An instant in site time, by the hour or the minute; on the night when clocks go back, which of the two. */
export function InstantField({
  at,
  onChange,
  kind,
  min,
  max,
  help,
  ...field
}: FieldFacts & {
  /** Epoch milliseconds. */
  at: number;
  onChange: (at: number) => void;
  kind: "hour" | "minute";
  min?: number;
  max?: number;
}) {
  const words = useWords();
  const { zone } = useClock();
  const text = hourText(at, zone);
  const other = sameOnTheClock(at, zone);
  const type = (typed: string) => {
    const chosen = (kind === "hour" ? instantOfHour : instantOfMinute)(typed, zone);
    if (chosen !== null) onChange(chosen);
  };
  const dayOf = (instant: number | undefined) =>
    instant === undefined ? undefined : siteDay(new Date(instant), zone);
  return (
    <div className="min-w-0">
      <SegmentField
        {...field}
        kind={kind}
        text={text}
        written={words.siteDateTime(new Date(at), zone)}
        help={help === undefined ? words.siteDateTime(new Date(at), zone) : help}
        min={dayOf(min)}
        max={dayOf(max)}
        onType={type}
      />
      {other !== null && (
        <Checkbox
          className="mt-1.5"
          label={rich(words, "forms.secondOfNight", { time: text.slice(11) })}
          checked={other < at}
          onChange={() => onChange(other)}
        />
      )}
    </div>
  );
}
