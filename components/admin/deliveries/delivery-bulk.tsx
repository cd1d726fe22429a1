"use client";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Kbd } from "@/components/ui/panel";
import { isReplayable, type LogLine, type Replayable } from "@/lib/alerting/deliveries/log";
import { SetAsideButton } from "./set-aside";
import type { DeliveryRows } from "./use-delivery-rows";
import type { Replay } from "./use-replay";

/** What is done with each outcome, as a verb. */
export const REPLAY_VERBS: Record<Replayable, string> = { quarantined: "Replay", rejected: "Check again" };

const counted = (count: number) =>
  count === 1 ? "it" : count === 2 ? "both" : `all ${count.toLocaleString("en")}`;

function bulkWords(outcomes: readonly Replayable[], count: number): string {
  const [only, other] = outcomes;
  if (other || !only) return `Take ${counted(count)} in again`;
  return only === "quarantined" ? `Replay ${counted(count)}` : `Check ${counted(count)} again`;
}

/** What can be done with the ticked deliveries; it pushes the rows down once. */
export function DeliveryBulk({
  rows,
  lines,
  replay,
  primary,
}: {
  rows: DeliveryRows;
  lines: LogLine[];
  replay: Replay;
  /** Not where the panel beside has the primary button. */
  primary: boolean;
}) {
  const { selected, open } = rows;
  if (selected.length === 0) return null;
  const chosen = lines.filter(({ id }) => selected.includes(id));
  const outcomes = new Set(chosen.map(({ outcome }) => outcome));
  const waits = chosen.every(({ outcome, setAsideReason }) => outcome === "quarantined" && !setAsideReason);
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-3 border-b border-hairline bg-accent-tint px-4 py-1.5">
      <Checkbox
        hideLabel
        label="Select all shown that can be taken in again"
        checked={selected.length === open.length}
        indeterminate={selected.length < open.length}
        onChange={rows.toggleAll}
        className="-ml-1.5"
      />
      <span className="font-strong">{selected.length} selected</span>
      <Button
        variant={primary ? "primary" : "outline"}
        size="sm"
        pending={replay.pending}
        onClick={() => void replay.chosen(selected).then(rows.clear)}
      >
        {bulkWords([...outcomes].filter(isReplayable), selected.length)}
      </Button>
      {waits && (
        <SetAsideButton
          which={{ ids: selected }}
          words={`Set ${counted(selected.length)} aside`}
          small
          onDone={rows.clear}
        />
      )}
      <button
        type="button"
        onClick={rows.clear}
        className="ml-auto flex items-center gap-1.5 rounded-1 text-sm font-medium text-accent touch:min-h-target"
      >
        Clear selection{" "}
        <span className="max-sm:hidden">
          <Kbd>Esc</Kbd>
        </span>
      </button>
    </div>
  );
}

/** The whole of what the filter finds, where it shows nothing else than what can be taken in again. */
export function ReplayAll({
  outcome,
  count,
  replay,
  onStart,
  children,
}: {
  outcome: Replayable;
  count: number;
  replay: Replay;
  onStart: () => void;
  /** What else can be done with them. */
  children?: ReactNode;
}) {
  if (count === 0 && !replay.pending) return null;
  const words = {
    quarantined: "Signed, but not understood when they came. After an update more of them may be.",
    rejected:
      "No secret fitted when they came. Kept for seven days; a corrected secret can still admit them.",
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-hairline px-4 py-2.5">
      <p className="min-w-0 flex-1 text-sm text-ink-2 max-sm:basis-full" role="status">
        {replay.pending && replay.done > 0
          ? `Taken in again: ${replay.done.toLocaleString("en")} so far`
          : words[outcome]}
      </p>
      <Button size="sm" icon="again" pending={replay.pending} onClick={onStart}>
        {bulkWords([outcome], count)}
      </Button>
      {children}
    </div>
  );
}

/** Why it could not be done. */
export function ReplayFault({ fault }: { fault: string | null }) {
  if (fault === null) return null;
  return (
    <p role="alert" className="flex gap-1.5 border-b border-hairline px-4 py-2.5 text-sm font-medium">
      <Icon name="failed" className="mt-px size-4 shrink-0" />
      <span>{fault}</span>
    </p>
  );
}
