"use client";
import { useState } from "react";
import { Checkbox } from "@/components/ui/choices";
import { TextField } from "@/components/ui/field";
import { useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import { siteDay } from "@/lib/base/core/time";
import { hourText, instantOfHour, sameOnTheClock } from "@/lib/history/queries/hours";

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
  const { t, weekdayOf, formatDay, timeOfDay } = useWords();
  const { zone } = useClock();
  const [text, setText] = useState(() => hourText(at, zone));
  const [shown, setShown] = useState(at);
  // Follow a change from elsewhere (a preset, an earlier query), but keep what is being typed.
  if (shown !== at) {
    setShown(at);
    setText(hourText(at, zone));
  }
  const other = sameOnTheClock(at, zone);
  const day = siteDay(new Date(at), zone);
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
        help={`${weekdayOf(day)} ${formatDay(day)} ${timeOfDay(new Date(at), zone)}`}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setText(hourText(at, zone))}
      />
      {other !== null && (
        <Checkbox
          className="mt-1.5"
          label={t("queries.span.second", { time: text.slice(11) })}
          checked={other < at}
          onChange={() => onChange(other)}
        />
      )}
    </div>
  );
}
