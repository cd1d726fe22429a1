"use client";
import { type QueryKey, type UseQueryResult, useQueries } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { nightsOf } from "@/components/charts/nights";
import { formatWhen } from "@/components/charts/value-words";
import type { FailedRead } from "@/components/live/read-error";
import { useSeries } from "@/components/live/use-endpoint";
import { useClock } from "@/components/ui/time";
import { displayPath } from "@/lib/base/core/paths";
import type { Stretch } from "@/lib/base/core/stretches";
import { DAY_MS } from "@/lib/base/core/time";
import { cropDay, onDaysOfCrop, rangeOf } from "@/lib/farm/compare/crop";
import { differenceTo, poolPoints } from "@/lib/farm/compare/points";
import { readSeriesColumns, type SeriesColumns, seriesInput, unpackSeries } from "@/lib/farm/series/columns";
import type { Series } from "@/lib/farm/series/contract";
import { callEndpoint, callKey } from "@/lib/web/api/client";
import { type Plan, publishedOnAxis, type Subject } from "./plan";

const NO_NIGHTS: [] = [];

type Points = Series["points"];

/** One subject of a comparison with its points. */
export type ComparedSubject = Subject & {
  /** As the service gives them; undefined until all are loaded. */
  points: Points | undefined;
  /** The same points at their places on the axis. */
  aligned: Points | undefined;
  error: string | null;
};

type Moment = { t: number; running?: true };

/**
 * The lines of a plan as they are drawn: as values, or as differences from the reference.
 * @param publishedUntil the newest published hour, epoch milliseconds
 */
export function useComparison(plan: Plan, isDifference: boolean, publishedUntil: number) {
  const { now, zone } = useClock();
  const loaded = useSubjects(plan, zone);
  const { subjects, band } = loaded;
  const shown = useMemo(
    () => (isDifference ? asDifferences(subjects, band, plan.lead) : { subjects, band }),
    [subjects, band, plan.lead, isDifference],
  );
  const lines = useMemo(
    () =>
      shown.subjects.map((subject) => ({
        letter: subject.letter,
        name: plan.kind === "area" ? displayPath(subject.name) : subject.name,
        points: subject.aligned,
        until: publishedOnAxis(subject, publishedUntil, zone),
      })),
    [shown, plan.kind, publishedUntil, zone],
  );
  const formatTime = plan.crop
    ? ({ t, running }: Moment) => `day ${cropDay(t)}${running ? " so far" : ""}`
    : (row: Moment) => formatWhen(row, plan.step === DAY_MS, zone, now);
  return { ...loaded, lines, band: shown.band, formatTime, nights: useNights(plan), now, zone };
}

export type Comparison = ReturnType<typeof useComparison>;

/** The nights at the reference, where hours are compared. */
function useNights({ crop, step, lead, subjects }: Plan): readonly Stretch[] {
  const [input] = subjects.find(({ letter }) => letter === lead)?.inputs ?? [];
  const isHourly = !crop && step < DAY_MS && input !== undefined;
  const query = { area: "", ...input, index: ["PPFD", "HEALTH"] };
  const { series } = useSeries(query, { enabled: isHourly });
  return useMemo(() => (isHourly ? nightsOf(series ?? []) : NO_NIGHTS), [series, isHourly]);
}

/** The subjects of a plan with their points, and the band of past jobs. */
function useSubjects(plan: Plan, zone: string) {
  const { data, errors, failed } = useAnswers([...plan.subjects, ...plan.past]);
  return useMemo(() => {
    const all = [...plan.subjects, ...plan.past].map((subject) => withPoints(subject, data, errors, zone));
    const subjects = all.slice(0, plan.subjects.length);
    const past = all.slice(plan.subjects.length).flatMap(({ aligned }) => (aligned?.length ? [aligned] : []));
    const band = rangeOf(past).map(({ t, low, high }) => ({
      from: t - DAY_MS / 2,
      to: t + DAY_MS / 2,
      low,
      high,
    }));
    return { subjects, band, pastCount: past.length, failed };
  }, [plan, data, errors, zone, failed]);
}

function asDifferences(
  subjects: readonly ComparedSubject[],
  band: ReturnType<typeof useSubjects>["band"],
  lead: string,
) {
  const reference = subjects.find(({ letter }) => letter === lead)?.aligned ?? [];
  const means = new Map(reference.map(({ t, mean }) => [t, mean]));
  return {
    subjects: subjects.map((subject) => ({
      ...subject,
      aligned: subject.aligned && differenceTo(subject.aligned, reference),
    })),
    band: band.flatMap((step) => {
      const mean = means.get(step.from + DAY_MS / 2);
      return mean === undefined ? [] : [{ ...step, low: step.low - mean, high: step.high - mean }];
    }),
  };
}

function withPoints(
  subject: Subject,
  data: ReadonlyMap<string, SeriesColumns>,
  errors: ReadonlyMap<string, string>,
  zone: string,
): ComparedSubject {
  const keys = subject.inputs.map(inputKey);
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
const inputKey = (input: Input) => JSON.stringify(callKey(readSeriesColumns, seriesInput(input)));

/** The answers by call. A line keeps its previous points while another time range is loading. */
function useAnswers(subjects: readonly Subject[]) {
  const inputs = [
    ...new Map(subjects.flatMap((one) => one.inputs).map((input) => [inputKey(input), input])).values(),
  ];
  const keys = inputs.map(inputKey).join("\n");
  const combine = useCallback(
    (answers: UseQueryResult<Answer, Error>[]) => combineAnswers(keys, answers),
    [keys],
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

function combineAnswers(keys: string, answers: readonly UseQueryResult<Answer, Error>[]) {
  const data = new Map<string, SeriesColumns>();
  const errors = new Map<string, string>();
  for (const [place, key] of keys.split("\n").entries()) {
    const answer = answers[place];
    const series = answer?.data?.series[0];
    if (series) data.set(key, series);
    if (answer?.error) errors.set(key, answer.error.message);
  }
  return { data, errors, failed: firstFailure(answers) };
}

/** The first failed read, with a retry of all; null when none failed. */
function firstFailure(answers: readonly UseQueryResult<Answer, Error>[]): FailedRead | null {
  const failed = answers.find(({ error }) => error !== null);
  if (!failed) return null;
  const { error, dataUpdatedAt, errorUpdatedAt } = failed;
  const refetch = () => Promise.all(answers.map((one) => one.refetch()));
  return { error, dataUpdatedAt, errorUpdatedAt, refetch };
}

/** Whether a query reads the same line, in any time range. */
function isSameLine(query: unknown, input: Input): boolean {
  const parts = ({ tenant, area, jobId, index, resolution }: Partial<Input>) =>
    JSON.stringify([tenant, area, jobId, index, resolution]);
  return typeof query === "object" && query !== null && parts(query) === parts(input);
}
