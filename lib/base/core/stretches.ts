/** Sets of time as lists of stretches: sorted, apart from each other, none of them empty. */

/** From an instant to a later one, in epoch milliseconds. */
export type Stretch = { from: number; to: number };

const sorted = <S extends Stretch>(stretches: readonly S[]) =>
  stretches.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from);

/** All the time that any of them holds; those that overlap or touch become one. */
export function joined(stretches: readonly Stretch[]): Stretch[] {
  const whole: Stretch[] = [];
  for (const { from, to } of sorted(stretches)) {
    const last = whole.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else whole.push({ from, to });
  }
  return whole;
}

/** What is left of each when others are cut out, with whatever else it carries. */
export function without<S extends Stretch>(stretches: readonly S[], cuts: readonly Stretch[]): S[] {
  return cuts.reduce<S[]>((left, cut) => left.flatMap((one) => cutOut(one, cut)), sorted(stretches));
}

function cutOut<S extends Stretch>(one: S, cut: Stretch): S[] {
  if (!overlaps(one, cut) || cut.from >= cut.to) return [one];
  const before = { ...one, to: cut.from };
  const after = { ...one, from: cut.to };
  return [before, after].filter(({ from, to }) => from < to);
}

/** Whether every instant of a stretch lies in one of the others. */
export function covers(stretches: readonly Stretch[], one: Stretch): boolean {
  return without([one], joined(stretches)).length === 0;
}

/** Whether two have more than an end in common. */
export function overlaps(a: Stretch, b: Stretch): boolean {
  return a.from < b.to && b.from < a.to;
}
