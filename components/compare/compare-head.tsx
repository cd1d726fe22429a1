"use client";
import { PhoneTitle } from "@/components/shell/phone-header";
import { cx } from "@/components/ui/cx";
import { Segmented } from "@/components/ui/segmented";
import type { CompareControls } from "./use-compare-state";
import { isByCrop } from "./view";

/** What the page is about, and along what things are lined up. */
export function CompareHead({ controls }: { controls: CompareControls }) {
  const { state, show } = controls;
  const isOfJobs = state.what === "jobs";
  return (
    <header className="flex flex-wrap items-end gap-x-4 gap-y-2.5">
      <PhoneTitle title="Compare" />
      <div className="min-w-0 flex-1 basis-80">
        <h1 className="max-sm:sr-only">Compare</h1>
        <p className="text-sm text-ink-2">{wordsOf(isOfJobs, isByCrop(state))}</p>
      </div>
      <Segmented
        label="What is compared"
        className="max-sm:w-full max-sm:[&>label]:flex-1"
        options={[
          { value: "areas", label: "Areas" },
          { value: "jobs", label: "Growth jobs" },
        ]}
        value={state.what}
        onChange={(what) => show({ what, lead: "A" })}
      />
      <Segmented
        label="Lined up"
        className={cx("max-sm:w-full max-sm:[&>label]:flex-1", !isOfJobs && "max-sm:hidden")}
        options={[
          { value: "calendar", label: "By calendar" },
          { value: "crop", label: "By day of crop", disabled: !isOfJobs },
        ]}
        value={isByCrop(state) ? "crop" : "calendar"}
        onChange={(by) => show({ by })}
      />
    </header>
  );
}

function wordsOf(isOfJobs: boolean, isCrop: boolean): string {
  if (isCrop) return "Growth jobs lined up by day of crop. Day 0 is the first day with a reading of the job.";
  if (isOfJobs) return "Growth jobs at the same time.";
  return "Areas at the same time, each with all below it. Only growth jobs have a day of crop.";
}
