"use client";
import { type QueryKey, type UseQueryResult, useQueries } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { nightsOf } from "@/components/charts/nights";
import { formatWhen } from "@/components/charts/value-words";
import type { FailedRead } from "@/components/live/read-error";
import { useSeries } from "@/components/live/use-endpoint";
import { useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import { displayPath } from "@/lib/base/core/paths";
import type { Stretch } from "@/lib/base/core/stretches";
import { DAY_MS } from "@/lib/base/core/time";
import { cropDay, onDaysOfCrop, rangeOf } from "@/lib/farm/compare/crop";
import { differenceTo, poolPoints } from "@/lib/farm/compare/points";
import { readSeriesColumns, type SeriesColumns, seriesInput, unpackSeries } from "@/lib/farm/series/columns";
import type { Series } from "@/lib/farm/series/contract";
import { callEndpoint, callKey } from "@/lib/web/api/client";
import { type Plan, publishedOnAxis, type Subject, unknownStarts } from "./plan";

const NO_NIGHTS: [] = [];

type Points = Series["points"];

/** One subject of a comparison with its points. */
export type ComparedSubject = Subject & {
  /** The points on their own time; undefined until all inputs of the subject are read. */
  points: Points | undefined;
  /** The same points at their places on the axis. */
  aligned: Points | undefined;
};

type Moment = { t: number; running?: true };

/**
 * The lines of a plan as they are drawn: as values, or as differences from the reference.
 * @param publishedUntil the newest published hour, epoch milliseconds
 */
export function useComparison(plan: Plan, isDifference: boolean, publishedUntil: number) {
  const words = useWords();
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
        name: plan.kind === "area" ? displayPath(subject.name) : (subject.job?.name ?? subject.name),
        points: subject.aligned,
        until: publishedOnAxis(subject, publishedUntil, zone),
      })),
    [shown, plan.kind, publishedUntil, zone],
  );
  const unknownStart = useMemo(() => unknownStarts(plan), [plan]);
  const formatTime = plan.crop
    ? ({ t, running }: Moment) =>
        words.t("compare.day", { day: String(cropDay(t)), running: running ? "yes" : "other" })
    : (row: Moment) => formatWhen(words, row, plan.step === DAY_MS, zone, now);
  return { ...loaded, lines, band: shown.band, unknownStart, formatTime, nights: useNights(plan), now, zone };
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
  const answers = useAnswers([...plan.subjects, ...plan.past]);
  return useMemo(() => {
    const load = (subject: Subject) => withPoints(subject, answers, zone);
    const past = plan.past.map(load).flatMap(({ aligned }) => (aligned?.length ? [aligned] : []));
    const band = rangeOf(past).map(({ t, ...range }) => ({
      ...{ from: t - DAY_MS / 2, to: t + DAY_MS / 2, ...range },
    }));
    return {
      subjects: plan.subjects.map(load),
      ...{ band, pastCount: past.length, failed: firstFailure([...answers.values()]) },
    };
  }, [plan, answers, zone]);
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

function withPoints(subject: Subject, answers: Answers, zone: string): ComparedSubject {
  const own = subject.inputs.map((input) => answers.get(inputKey(input)));
  const parts = own.flatMap((answer) => answer?.data?.series.slice(0, 1) ?? []);
  if (parts.length < own.length) {
    const points = own.some((answer) => answer?.error) ? [] : undefined;
    return { ...subject, points, aligned: points };
  }
  const points = poolPoints(parts.map((part) => unpackSeries(part).points));
  return {
    ...subject,
    points,
    aligned: subject.firstAt ? onDaysOfCrop(points, subject.firstAt, zone) : points,
  };
}

type Input = Subject["inputs"][number];
const inputKey = (input: Input) => JSON.stringify(callKey(readSeriesColumns, seriesInput(input)));

type Answer = { series: SeriesColumns[] };
type Answers = ReadonlyMap<string, UseQueryResult<Answer, Error>>;

/** The answers by call. A line keeps its previous points while another time range is loading. */
function useAnswers(subjects: readonly Subject[]): Answers {
  const inputs = new Map(subjects.flatMap((one) => one.inputs).map((input) => [inputKey(input), input]));
  const keys = [...inputs.keys()].join("\n");
  const combine = useCallback(
    (answers: UseQueryResult<Answer, Error>[]) =>
      new Map(answers.map((answer, place) => [keys.split("\n")[place] ?? "", answer])),
    [keys],
  );
  return useQueries({
    queries: [...inputs.values()].map((input) => ({
      queryKey: callKey(readSeriesColumns, seriesInput(input)),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        callEndpoint(readSeriesColumns, { ...seriesInput(input), signal }),
      placeholderData: (before: Answer | undefined, query: { queryKey: QueryKey } | undefined) =>
        isSameLine(query?.queryKey[2], input) ? before : undefined,
    })),
    combine,
  });
}

/** The first failed read, with a retry of all; null when none failed. */
function firstFailure(answers: readonly UseQueryResult<Answer, Error>[]): FailedRead | null {
  const failed = answers.find(({ error }) => error !== null);
  if (!failed) return null;
  const { error, dataUpdatedAt, errorUpdatedAt } = failed;
  const refetch = () => Promise.all(answers.map((one) => one.refetch()));
  return { error, dataUpdatedAt, errorUpdatedAt, refetch };
}

/** Returns true if a query reads the same line, in any time range. */
function isSameLine(query: unknown, input: Input): boolean {
  const parts = ({ tenant, area, jobId, index, resolution }: Partial<Input>) =>
    JSON.stringify([tenant, area, jobId, index, resolution]);
  return typeof query === "object" && query !== null && parts(query) === parts(input);
}
