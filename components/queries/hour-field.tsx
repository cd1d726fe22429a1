"use client";
import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { useClock } from "@/components/ui/clock";
import { TextField } from "@/components/ui/field";
import { formatDay, siteDay, timeOfDay, weekdayOf } from "@/lib/base/core/time";
import { hourText, instantOfHour, sameOnTheClock } from "@/lib/history/queries/hours";

/** A whole hour of site time; on the night when clocks are put back, which of the two. */
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
  // Chosen elsewhere (a preset, an earlier query): the field follows. What is being typed stays.
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
        // The browser writes a time in its own way; here it is in ours.
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
