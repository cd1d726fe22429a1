/** Sets of time as lists of stretches: sorted, disjoint, none empty. */

/** From an instant to a later one, in epoch milliseconds. */
export type Stretch = { from: number; to: number };

const sorted = <S extends Stretch>(stretches: readonly S[]) =>
  stretches.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from);

/** The union of stretches; those that overlap or touch become one. */
export function joined(stretches: readonly Stretch[]): Stretch[] {
  const whole: Stretch[] = [];
  for (const { from, to } of sorted(stretches)) {
    const last = whole.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else whole.push({ from, to });
  }
  return whole;
}

/** Subtracts stretches from others; the remaining parts keep their other members. */
export function without<S extends Stretch>(stretches: readonly S[], cuts: readonly Stretch[]): S[] {
  return cuts.reduce<S[]>((left, cut) => left.flatMap((one) => cutOut(one, cut)), sorted(stretches));
}

function cutOut<S extends Stretch>(one: S, cut: Stretch): S[] {
  if (!overlaps(one, cut) || cut.from >= cut.to) return [one];
  const before = { ...one, to: cut.from };
  const after = { ...one, from: cut.to };
  return [before, after].filter(({ from, to }) => from < to);
}

/** Returns true if the others cover the whole stretch. */
export function covers(stretches: readonly Stretch[], one: Stretch): boolean {
  return without([one], joined(stretches)).length === 0;
}

/** Returns true if two stretches overlap; touching is not enough. */
export function overlaps(a: Stretch, b: Stretch): boolean {
  return a.from < b.to && b.from < a.to;
}
