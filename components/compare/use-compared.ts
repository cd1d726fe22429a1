"use client";
import { type QueryKey, type UseQueryResult, useQueries } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { FailedRead } from "@/components/live/read-error";
import { cropTimeOf, onDaysOfCrop, rangeOf } from "@/lib/farm/compare/crop";
import { differenceTo, poolPoints } from "@/lib/farm/compare/points";
import { readSeriesColumns, type SeriesColumns, seriesInput, unpackSeries } from "@/lib/farm/series/columns";
import type { Series } from "@/lib/farm/series/contract";
import { callEndpoint, callKey } from "@/lib/web/api/client";
import type { Plan, Subject } from "./plan";

type Points = Series["points"];

/** One of what is compared with what has come of it. */
export type Compared = Subject & {
  /** As they came; undefined until all of them have. */
  points: Points | undefined;
  /** The same where they stand on the axis. */
  aligned: Points | undefined;
  error: string | null;
};

const HALF_A_DAY = 43_200_000;

/** The series of a plan: each line whole, lined up, and the band of past jobs. */
export function useCompared(plan: Plan, zone: string) {
  const { data, errors, failed } = useAnswers([...plan.subjects, ...plan.past]);
  return useMemo(() => {
    const all = [...plan.subjects, ...plan.past].map((subject) => compared(subject, data, errors, zone));
    const lines = all.slice(0, plan.subjects.length);
    const past = all.slice(plan.subjects.length).flatMap(({ aligned }) => (aligned?.length ? [aligned] : []));
    const band = rangeOf(past).map(({ t, low, high }) => ({
      from: t - HALF_A_DAY,
      to: t + HALF_A_DAY,
      low,
      high,
    }));
    return { lines, band, pastCount: past.length, failed };
  }, [plan, data, errors, zone, failed]);
}

/** Values minus those of the lead, of the lines and of the band. */
export function asDifferences(
  lines: readonly Compared[],
  band: ReturnType<typeof useCompared>["band"],
  lead: string,
) {
  const reference = lines.find(({ letter }) => letter === lead)?.aligned ?? [];
  const means = new Map(reference.map(({ t, mean }) => [Date.parse(t), mean]));
  return {
    lines: lines.map((line) => ({ ...line, aligned: line.aligned && differenceTo(line.aligned, reference) })),
    band: band.flatMap((step) => {
      const mean = means.get(step.from + HALF_A_DAY);
      return mean === undefined ? [] : [{ ...step, low: step.low - mean, high: step.high - mean }];
    }),
  };
}

/** Until when anything can have come for a line, on the axis. */
export function untilOf({ firstAt }: Pick<Subject, "firstAt">, publishedUntil: number, zone: string): number {
  return firstAt ? cropTimeOf(new Date(publishedUntil), firstAt, zone) : publishedUntil;
}

function compared(
  subject: Subject,
  data: ReadonlyMap<string, SeriesColumns>,
  errors: ReadonlyMap<string, string>,
  zone: string,
): Compared {
  const keys = subject.inputs.map(nameOf);
  const error = keys.map((key) => errors.get(key)).find((one) => one !== undefined) ?? null;
  const parts = keys.flatMap((key) => data.get(key) ?? []);
  if (parts.length < keys.length) {
    const nothing = error === null ? undefined : [];
    return { ...subject, points: nothing, aligned: nothing, error };
  }
  const points = poolPoints(parts.map((part) => unpackSeries(part).points));
  const aligned = subject.firstAt ? onDaysOfCrop(points, subject.firstAt, zone) : points;
  return { ...subject, points, aligned, error };
}

type Input = Subject["inputs"][number];
const nameOf = (input: Input) => JSON.stringify(callKey(readSeriesColumns, seriesInput(input)));

/** What has come, by call. While another part of the time is read, what there was of the same line stays. */
function useAnswers(subjects: readonly Subject[]) {
  const inputs = [
    ...new Map(subjects.flatMap((one) => one.inputs).map((input) => [nameOf(input), input])).values(),
  ];
  const names = inputs.map(nameOf).join("\n");
  const combine = useCallback(
    (answers: UseQueryResult<Answer, Error>[]) => collected(names, answers),
    [names],
  );
  return useQueries({
    queries: inputs.map((input) => ({
      queryKey: callKey(readSeriesColumns, seriesInput(input)),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        callEndpoint(readSeriesColumns, { ...seriesInput(input), signal }),
      placeholderData: (before: Answer | undefined, query: { queryKey: QueryKey } | undefined) =>
        isSameLine(query?.queryKey[2], input) ? before : undefined,
    })),
    combine,
  });
}

type Answer = { series: SeriesColumns[] };

function collected(names: string, answers: readonly UseQueryResult<Answer, Error>[]) {
  const data = new Map<string, SeriesColumns>();
  const errors = new Map<string, string>();
  for (const [place, name] of names.split("\n").entries()) {
    const answer = answers[place];
    const series = answer?.data?.series[0];
    if (series) data.set(name, series);
    if (answer?.error) errors.set(name, answer.error.message);
  }
  return { data, errors, failed: failedOf(answers) };
}

/** Of several reads the one that failed first, with a try for all; null where none did. */
function failedOf(answers: readonly UseQueryResult<Answer, Error>[]): FailedRead | null {
  const failed = answers.find(({ error }) => error !== null);
  if (!failed) return null;
  const { error, dataUpdatedAt, errorUpdatedAt } = failed;
  const refetch = () => Promise.all(answers.map((one) => one.refetch()));
  return { error, dataUpdatedAt, errorUpdatedAt, refetch };
}

/** Whether a call was for the same line, of another time. */
function isSameLine(query: unknown, input: Input): boolean {
  const parts = ({ tenant, area, jobId, index, resolution }: Partial<Input>) =>
    JSON.stringify([tenant, area, jobId, index, resolution]);
  return typeof query === "object" && query !== null && parts(query) === parts(input);
}
