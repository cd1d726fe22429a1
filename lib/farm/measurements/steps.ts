/** Lengths of buckets, in whole hours or site days. Pure. */
import { DAY_MS, HOUR_MS } from "@/lib/base/core/time";

export type Step = { unit: "hour" | "day"; length: number };

const STEPS: readonly Step[] = [
  ...[1, 2, 3, 6, 12].map((length) => ({ unit: "hour", length }) as const),
  ...[1, 2, 7, 14, 30, 90, 365].map((length) => ({ unit: "day", length }) as const),
];

const millisecondsOf = ({ unit, length }: Step) => length * (unit === "hour" ? HOUR_MS : DAY_MS);

/** Chooses the shortest step that divides a period into at most `maxPoints` buckets. */
export function chooseStep(period: { from: Date; to: Date }, maxPoints: number): Step {
  const length = period.to.getTime() - period.from.getTime();
  // The period may begin within a bucket, which makes one more.
  const fits = STEPS.find((step) => length / millisecondsOf(step) + 1 <= maxPoints);
  return fits ?? { unit: "day", length: Math.ceil(length / (DAY_MS * (maxPoints - 1))) };
}

/** ISO 8601: `PT6H`, `P1D`. */
export function stepText({ unit, length }: Step): string {
  return unit === "hour" ? `PT${length}H` : `P${length}D`;
}
