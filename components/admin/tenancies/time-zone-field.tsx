"use client";
import { useEffect, useId, useState } from "react";
import { TextField } from "@/components/ui/field";
import { useClock } from "@/components/ui/time";
import { timeOfDay } from "@/lib/base/core/time";
import { isTimeZone } from "@/lib/farm/tenancies/contract";

/** A time zone by its IANA name, with the time that it is there now. */
export function TimeZoneField({
  value,
  onChange,
  error,
  locked,
}: {
  value: string;
  onChange: (value: string) => void;
  error?: string;
  locked?: boolean;
}) {
  const list = useId();
  // The browser's own list, after the first paint: the server's may differ.
  const [zones, setZones] = useState<string[]>([]);
  useEffect(() => setZones(Intl.supportedValuesOf("timeZone")), []);
  const { now } = useClock();
  const zone = value.trim();
  return (
    <>
      <TextField
        label="Time zone"
        name="timeZone"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        list={list}
        placeholder="Europe/Amsterdam"
        autoComplete="off"
        spellCheck={false}
        error={error}
        locked={locked}
        end={isTimeZone(zone) ? `now ${timeOfDay(now, zone)}` : undefined}
      />
      <datalist id={list}>
        {zones.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
