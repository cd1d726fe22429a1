"use client";
import { JobLink } from "@/components/places/job-link";
import { countsWords } from "@/components/ui/alert-words";
import { WholeAreaName } from "@/components/ui/area-name";
import { IconButton } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { indexColour } from "@/components/ui/index-mark";
import { useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import { nameOf } from "@/lib/base/core/paths";
import { siteDay } from "@/lib/base/core/time";
import { parentsApart } from "@/lib/base/places/places";
import type { Words } from "@/lib/base/words/words";
import type { AreaOverview } from "@/lib/farm/areas/contract";
import type { Job } from "@/lib/farm/jobs/contract";
import { jobAgeWords } from "./comparison-words";
import type { Plan, Subject } from "./plan";
import type { CompareContext, CompareControls } from "./use-compare-controls";
import { MAX_COMPARED } from "./view";

const preloadPicker = () => void import("./compare-picker");

/** A card per subject: a click makes it the reference, which has the hue. On a phone they form a list. */
export function SubjectCards(
  props: Pick<CompareContext, "controls" | "areas"> & { plan: Plan; onPick: () => void },
) {
  const words = useWords();
  const { t } = words;
  const { controls, plan, areas } = props;
  const { now, zone } = useClock();
  const apart = parentsApart(plan.kind === "area" ? plan.subjects.map(({ name }) => name) : []);
  return (
    <ul
      aria-label={plan.kind === "area" ? t("compare.cards.areas") : t("compare.cards.jobs")}
      className="grid gap-2.5 max-sm:gap-0 sm:grid-cols-[repeat(auto-fit,minmax(16.5rem,1fr))]"
    >
      {plan.subjects.map((subject) => (
        <Card
          key={subject.name}
          subject={subject}
          controls={controls}
          isLead={subject.letter === plan.lead}
          apart={apart.get(subject.name)}
          words={
            plan.kind === "area"
              ? areaWords(words, areas, subject.name, zone, now)
              : jobWords(words, subject.job, zone)
          }
        />
      ))}
      <li className="flex max-sm:mt-2.5">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={props.onPick}
          onPointerEnter={preloadPicker}
          onFocus={preloadPicker}
          className="flex min-h-target flex-1 items-center justify-center gap-1.5 rounded-2 border border-dashed border-control px-3 text-sm font-medium text-accent hover:bg-hover"
        >
          <Icon name="plus" className="size-4 shrink-0" />
          {plan.subjects.length < MAX_COMPARED
            ? t("compare.cards.add", { most: MAX_COMPARED })
            : t("compare.cards.change")}
        </button>
      </li>
    </ul>
  );
}

function Card(props: {
  subject: Subject;
  controls: CompareControls;
  isLead: boolean;
  /** What tells the area from another of its name and parent. */
  apart: string | undefined;
  words: CardWords;
}) {
  const { t } = useWords();
  const { subject, controls, isLead, words } = props;
  const { letter, name } = subject;
  const hue = isLead ? indexColour(controls.state.index) : undefined;
  return (
    <li
      className={cx(
        "relative flex min-w-0 gap-2.5 border bg-surface py-2.5 pr-1.5 pl-3 max-sm:-mt-px max-sm:items-center max-sm:py-2 max-sm:first:rounded-t-2 max-sm:nth-last-2:rounded-b-2 sm:rounded-2 has-[.covers:hover]:bg-hover",
        isLead && "max-sm:z-1",
        isLead ? "" : "border-line",
      )}
      style={hue ? { borderColor: hue, boxShadow: `inset 0 3px 0 ${hue}` } : undefined}
    >
      <LetterMark letter={letter} hue={hue} />
      <div className="min-w-0 flex-1">
        <button
          type="button"
          aria-pressed={isLead}
          onClick={() => letter !== "" && controls.setReference(letter)}
          className="covers block w-full min-w-0 text-left font-strong"
        >
          {subject.job || controls.state.what === "jobs" ? (
            <span className="wrap-anywhere" title={name}>
              {subject.job?.name ?? name}
            </span>
          ) : (
            <WholeAreaName path={name} apart={props.apart} />
          )}
          <span className="sr-only">
            , {isLead ? t("compare.cards.reference") : t("compare.cards.makeReference")}
          </span>
        </button>
        {words.tail === undefined ? (
          <p className="line-clamp-2 text-sm text-ink-2">{words.state}</p>
        ) : (
          <p className="text-sm wrap-anywhere text-ink-2">
            <JobLink jobId={name} name={words.state} className="relative z-1" />
            {words.tail}
          </p>
        )}
        <p className="truncate text-xs text-ink-3 max-sm:hidden">{words.age}</p>
      </div>
      <IconButton
        icon="close"
        label={t("compare.cards.remove", { letter })}
        className="relative z-1"
        onClick={() => controls.remove(name)}
      />
    </li>
  );
}

/** `state` leads to the job where it has a `tail`; `age` is a smaller line. */
type CardWords = { state: string; tail?: string; age: string };

/** The open alerts of an area and the age of its newest reading. */
function areaWords(
  words: Words,
  areas: readonly AreaOverview[],
  path: string,
  zone: string,
  now: Date,
): CardWords {
  const { t, siteTimeWithAge } = words;
  const area = areas.find((one) => one.path === path);
  if (!area) return { state: t("compare.cards.noArea"), age: t("compare.cards.renamed") };
  return {
    state:
      area.openAlerts > 0
        ? t("compare.cards.open", { alerts: countsWords(words, area.severities, area.plants) })
        : t("compare.cards.noneOpen"),
    age: area.lastReadingAt
      ? t("compare.cards.until", { time: siteTimeWithAge(new Date(area.lastReadingAt), zone, now) })
      : t("compare.cards.noReading"),
  };
}

/** The areas of a job, its day of crop and its first day. */
function jobWords(words: Words, job: Job | null, zone: string): CardWords {
  const { t, formatDay } = words;
  if (!job) return { state: t("compare.cards.noJob"), age: t("compare.cards.exactName") };
  const names = job.areas.map(nameOf);
  const where =
    names.length > 2 ? t("time.span", { from: names[0] ?? "", to: names.at(-1) ?? "" }) : names.join(", ");
  const day = formatDay(siteDay(new Date(job.firstAt), zone));
  const age = job.begunBefore
    ? t("compare.cards.dayZeroOrBefore", { day })
    : t("compare.cards.dayZero", { day });
  return { state: where, tail: `, ${jobAgeWords(words, job)}`, age };
}

/** The letter of a line in a circle; `hue` marks the reference. */
export function LetterMark({ letter, hue }: { letter: string; hue?: string | undefined }) {
  return (
    <span
      className={cx(
        "grid size-6 shrink-0 place-items-center rounded-full border bg-surface text-xs font-strong",
        hue ? "" : "border-ink-2",
      )}
      style={hue ? { borderColor: hue } : undefined}
    >
      {letter}
    </span>
  );
}
