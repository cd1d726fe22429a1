"use client";
import { Basis } from "./basis";
import { Leaves } from "./leaves";
import type { Plan } from "./plan";
import type { Compared } from "./use-compared";
import { ValuesAt } from "./values-at";

type Props = {
  lines: readonly Compared[];
  plan: Plan;
  index: string;
  unit: string;
  publishedUntil: number;
  zone: string;
  wordsOf: (row: { t: number; running?: true }) => string;
};

/** Beside the chart: the values at one time, where the reference leaves the others, what is compared. */
export function CompareSide(props: Props) {
  return (
    <>
      <ValuesAt {...props} />
      <Leaves {...props} />
      <Basis plan={props.plan} index={props.index} />
    </>
  );
}
