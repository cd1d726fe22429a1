"use client";
import { useEndpoint } from "@/components/live/use-endpoint";
import { useTenant } from "@/components/shell/site-context";
import { useClock } from "@/components/ui/clock";
import { formatCount } from "@/lib/base/core/numbers";
import { nameOf } from "@/lib/base/core/paths";
import { formatAge } from "@/lib/base/core/time";
import { listDevices } from "@/lib/farm/measurements/contract";
import { ChipsField } from "./chips-field";

const MOST_OFFERED = 40;
/** Counting all measurements takes its time, and sensors rarely come or go. */
const KEPT_MS = 600_000;

type Props = { chosen: string[]; error?: string; onChange: (chosen: string[]) => void };

/** The sensors of a query: those that measured are offered with place and age, others are taken as typed. */
export function SensorField({ chosen, error, onChange }: Props) {
  const { now } = useClock();
  const tenant = useTenant();
  const { data } = useEndpoint(
    listDevices,
    { query: { tenant } },
    { enabled: tenant !== undefined, staleTime: KEPT_MS },
  );
  const known = data?.items ?? [];
  const suggest = (typed: string) => {
    const text = typed.trim().toLocaleLowerCase();
    const fits = known.filter(
      ({ deviceId, area }) =>
        !chosen.includes(deviceId) &&
        (deviceId.toLocaleLowerCase().includes(text) || area.toLocaleLowerCase().includes(text)),
    );
    if (fits.length === 0) {
      const name = typed.trim();
      return { offered: name ? [{ id: name, label: name, hint: "as typed" }] : [] };
    }
    const offered = fits.slice(0, MOST_OFFERED).map(({ deviceId, area, lastAt }) => ({
      id: deviceId,
      label: deviceId,
      hint: `${nameOf(area)}, ${formatAge(new Date(lastAt), now)}`,
    }));
    const left = fits.length - offered.length;
    return { offered, more: left > 0 ? `${formatCount(left)} more: type a part of one` : undefined };
  };
  return (
    <ChipsField
      label="Sensors"
      help={helpWords(chosen.length, known.length)}
      error={error}
      chosen={chosen}
      onChange={onChange}
      placeholder={chosen.length === 0 ? "All sensors" : "Add a sensor"}
      suggest={suggest}
    />
  );
}

function helpWords(chosen: number, known: number): string {
  if (known === 0) return "No sensor is known yet: type an identifier, or leave it empty for all.";
  const all = known === 1 ? "1 sensor" : `${formatCount(known)} sensors`;
  return chosen === 0
    ? `All; ${all} measured so far`
    : `${formatCount(chosen)} of ${all} that measured so far`;
}
