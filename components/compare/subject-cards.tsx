"use client";
import { lazy, useState } from "react";
import { AreaName } from "@/components/ui/area-name";
import { IconButton } from "@/components/ui/button";
import { useClock } from "@/components/ui/clock";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { indexColour } from "@/components/ui/index-mark";
import { Opened } from "@/components/ui/opened";
import type { AreaOverview, Job } from "@/lib/farm/areas/contract";
import { Letter as LetterMark } from "./letter";
import type { Plan, Subject } from "./plan";
import { areaWords, jobWords } from "./subject-words";
import type { CompareControls } from "./use-compare-state";
import { MOST_COMPARED } from "./view";

const picker = () => import("./compare-picker");
const ComparePicker = lazy(async () => ({ default: (await picker()).ComparePicker }));

type Props = {
  controls: CompareControls;
  plan: Plan;
  areas: readonly AreaOverview[];
  jobs: readonly Job[];
};

/** What is compared: one of them is the reference and has the hue; each can be taken away. On a phone a list. */
export function SubjectCards({ controls, plan, areas, jobs }: Props) {
  const [isPicking, setPicking] = useState(false);
  const { now, zone } = useClock();
  const label = plan.kind === "area" ? "Areas compared" : "Growth jobs compared";
  return (
    <>
      <ul
        aria-label={label}
        className="grid gap-2.5 max-sm:gap-0 sm:grid-cols-[repeat(auto-fit,minmax(16.5rem,1fr))]"
      >
        {plan.subjects.map((subject) => (
          <Card
            key={subject.name}
            subject={subject}
            controls={controls}
            isLead={subject.letter === plan.lead}
            words={
              plan.kind === "area" ? areaWords(areas, subject.name, zone, now) : jobWords(subject.job, zone)
            }
          />
        ))}
        <li className="flex max-sm:mt-2.5">
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => setPicking(true)}
            onPointerEnter={() => void picker()}
            onFocus={() => void picker()}
            className="flex min-h-target flex-1 items-center justify-center gap-1.5 rounded-2 border border-dashed border-control px-3 text-sm font-medium text-accent hover:bg-hover"
          >
            <Icon name="plus" className="size-4 shrink-0" />
            {plan.subjects.length < MOST_COMPARED ? `Add, up to ${MOST_COMPARED}` : "Change the six"}
          </button>
        </li>
      </ul>
      <Opened isOpen={isPicking}>
        <ComparePicker {...{ controls, areas, jobs }} kind={plan.kind} onClose={() => setPicking(false)} />
      </Opened>
    </>
  );
}

function Card(props: {
  subject: Subject;
  controls: CompareControls;
  isLead: boolean;
  words: { state: string; tail?: string; age: string };
}) {
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
          onClick={() => letter !== "" && controls.choose(letter)}
          className="covers block w-full min-w-0 text-left font-strong"
        >
          {subject.job || controls.state.what === "jobs" ? (
            <span className="line-clamp-2 wrap-anywhere" title={name}>
              {name}
            </span>
          ) : (
            <AreaName path={name} />
          )}
          <span className="sr-only">{isLead ? ", the reference" : ", make it the reference"}</span>
        </button>
        {words.tail === undefined ? (
          <p className="line-clamp-2 text-sm text-ink-2">{words.state}</p>
        ) : (
          <p className="flex text-sm text-ink-2">
            <span className="truncate" title={words.state}>
              {words.state}
            </span>
            <span className="shrink-0 whitespace-pre">{words.tail}</span>
          </p>
        )}
        <p className="truncate text-xs text-ink-3 max-sm:hidden">{words.age}</p>
      </div>
      <IconButton
        icon="close"
        label={`Take ${letter} away`}
        className="relative z-1"
        onClick={() => controls.remove(name)}
      />
    </li>
  );
}
