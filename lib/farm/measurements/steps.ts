/** Lengths of buckets, in whole hours or days of the site. Pure. */
const HOUR = 3_600_000;

export type Step = { unit: "hour" | "day"; length: number };

const STEPS: readonly Step[] = [
  ...[1, 2, 3, 6, 12].map((length) => ({ unit: "hour", length }) as const),
  ...[1, 2, 7, 14, 30, 90, 365].map((length) => ({ unit: "day", length }) as const),
];

const millisecondsOf = ({ unit, length }: Step) => length * (unit === "hour" ? HOUR : 24 * HOUR);

/** The shortest step with which a period has no more than so many buckets. */
export function stepOf(period: { from: Date; to: Date }, maxPoints: number): Step {
  const length = period.to.getTime() - period.from.getTime();
  // One bucket more than fits: the period need not begin with one.
  const fits = STEPS.find((step) => length / millisecondsOf(step) + 1 <= maxPoints);
  return fits ?? { unit: "day", length: Math.ceil(length / (24 * HOUR * (maxPoints - 1))) };
}

/** ISO 8601: `PT6H`, `P1D`. */
export function stepText({ unit, length }: Step): string {
  return unit === "hour" ? `PT${length}H` : `P${length}D`;
}
