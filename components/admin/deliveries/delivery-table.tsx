"use client";

import type { ReactNode } from "react";
import { Button, LinkButton } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/choices";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Kbd, Panel } from "@/components/ui/panel";
import { EmptyState } from "@/components/ui/states";
import {
  type Counts,
  describeLine,
  isReplayable,
  type LogFilter,
  type LogLine,
  type Replayable,
  shortId,
} from "@/lib/alerting/deliveries/log";
import { type Column, DataTable } from "../data-table";
import { ReadAgain } from "../read-again";
import { logAddress, OutcomeMark, outcomeWord, ReceivedTime } from "./delivery-parts";
import { SetAsideButton } from "./set-aside";
import { type DeliveryRows, useDeliveryRows } from "./use-delivery-rows";
import { type Replay, useReplay } from "./use-replay";

/** The log: newest first, read again by itself while it shows the newest. */
export function DeliveryTable({
  log,
  filter,
  connected,
}: {
  log: { counts: Counts; lines: LogLine[]; older: string | null };
  filter: LogFilter;
  connected: boolean;
}) {
  const { outcome, period, tenant, from, to, text } = filter;
  const replay = useReplay();
  const rows = useDeliveryRows(log.lines, filter, (ids) => void replay.chosen(ids).then(rows.clear));
  const again = filter.before === undefined && !replay.pending && <ReadAgain seconds={15} />;
  if (log.lines.length === 0)
    return (
      <Panel label="Deliveries">
        <Nothing filter={filter} connected={connected} />
        {again}
      </Panel>
    );
  return (
    <Panel label="Deliveries" className="overflow-hidden">
      {again}
      <ReplayFault fault={replay.fault} />
      {rows.selected.length === 0 && outcome && isReplayable(outcome) && (
        <ReplayAll
          outcome={outcome}
          count={log.counts[outcome]}
          replay={replay}
          onStart={() => void replay.found({ outcome, ...given({ period, tenant, from, to, text }) })}
        >
          {outcome === "quarantined" && (
            <SetAsideButton
              which={{ filter: given({ period, tenant, from, to, text }) }}
              words={log.counts.quarantined === 1 ? "Set it aside" : "Set all aside"}
              small
            />
          )}
        </ReplayAll>
      )}
      <DeliveryBulk rows={rows} lines={log.lines} replay={replay} primary={!filter.id} />
      <DataTable
        isStacked={false}
        headClass="max-sm:sr-only"
        rows={log.lines}
        keyOf={({ id }) => id}
        columns={rows.open.length > 0 ? [selectColumn(rows), ...columns(filter)] : columns(filter)}
        rowProps={({ id }) => ({
          "data-delivery": id,
          "data-cursor": filter.id === id || rows.cursor === id || undefined,
          "data-selected": filter.id === id || rows.isSelected(id) || undefined,
          className: cx(
            ROW,
            rows.open.length > 0
              ? "max-sm:grid-cols-[--spacing(9)_1fr_auto] max-sm:[&_td:nth-child(n+4)]:col-[2/-1]"
              : "max-sm:grid-cols-[1fr_auto] max-sm:[&_td:nth-child(n+3)]:col-[1/-1]",
          ),
        })}
      />
      <Pages older={log.older} filter={filter} />
    </Panel>
  );
}

/** Without what is not given: an action would take it for a value. */
const given = <T extends object>(members: T) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;

/** On a phone a row is a grid of two columns, or three with a checkbox. */
const ROW = [
  "relative hover:bg-hover max-sm:grid max-sm:gap-x-2 max-sm:border-b max-sm:border-hairline max-sm:px-4 max-sm:py-2.5 max-sm:[&_td]:h-auto max-sm:[&_td]:border-0 max-sm:[&_td]:p-0!",
  "max-sm:data-cursor:shadow-[inset_3px_0_0_var(--accent)] max-sm:data-selected:bg-selected max-sm:[&_td]:bg-transparent! max-sm:[&_td]:shadow-none!",
].join(" ");

const selectColumn = (rows: DeliveryRows): Column<LogLine> => ({
  head: "Select",
  isHeadHidden: true,
  headClass: "w-11",
  className: "max-sm:row-span-3",
  cell: ({ id, outcome }) =>
    isReplayable(outcome) && (
      <Checkbox
        hideLabel
        label={`Select ${outcomeWord(outcome).toLowerCase()} delivery ${id}`}
        checked={rows.isSelected(id)}
        onChange={() => rows.toggle(id)}
        className="relative z-1 -ml-1.5"
      />
    ),
});

const columns = (filter: LogFilter): Column<LogLine>[] => [
  {
    head: "Received",
    label: null,
    className: "whitespace-nowrap",
    cell: ({ id, receivedAt }) => (
      <Link
        href={logAddress(filter, { id: filter.id === id ? undefined : id })}
        scroll={false}
        aria-current={filter.id === id ? "true" : undefined}
        className="covers no-underline"
      >
        <ReceivedTime at={receivedAt} />
      </Link>
    ),
  },
  { head: "Outcome", label: null, cell: ({ outcome }) => <OutcomeMark outcome={outcome} /> },
  {
    head: "From",
    label: null,
    className: "text-sm",
    cell: ({ tenancyName }) => tenancyName ?? <span className="text-ink-3">unknown</span>,
  },
  { head: "What", label: null, cell: (line) => <What line={line} /> },
  {
    head: "Answered in",
    label: null,
    isNumber: true,
    className: "text-sm whitespace-nowrap text-ink-3 max-sm:hidden",
    cell: ({ answeredInMs }) => answeredInMs !== null && `${answeredInMs.toLocaleString("en")} ms`,
  },
  {
    head: "Size",
    label: null,
    isNumber: true,
    className: "text-sm whitespace-nowrap text-ink-3 max-sm:hidden",
    cell: ({ bytes }) => `${bytes.toLocaleString("en")} B`,
  },
];

function What({ line }: { line: LogLine }) {
  const id = line.notificationId ?? line.alertId;
  const below = line.setAsideReason
    ? `Set aside: ${line.setAsideReason}`
    : isReplayable(line.outcome)
      ? line.reason
      : id && !line.test && shortId(id);
  return (
    <>
      <span className="block text-sm">{describeLine(line)}</span>
      {below && <span className="line-clamp-2 text-xs text-ink-3">{below}</span>}
    </>
  );
}

function Pages({ older, filter }: { older: string | null; filter: LogFilter }) {
  if (!older && !filter.before) return null;
  return (
    <footer className="flex gap-2 border-t border-hairline px-4 py-2.5">
      {filter.before && (
        <LinkButton href={logAddress(filter, { before: undefined })} size="sm">
          Newest
        </LinkButton>
      )}
      {older && (
        <LinkButton href={logAddress(filter, { before: older })} size="sm">
          Older
        </LinkButton>
      )}
    </footer>
  );
}

function Nothing({ filter, connected }: { filter: LogFilter; connected: boolean }) {
  const showAll = <LinkButton href="/admin/deliveries?period=all">Show all that is kept</LinkButton>;
  const narrowed = filter.outcome || filter.tenant || filter.from || filter.text;
  if (!connected && !narrowed)
    return (
      <EmptyState
        icon="bell"
        title="No notification can come yet"
        actions={
          <>
            <LinkButton href="/admin/tenancies">To the tenancies</LinkButton>
            {filter.period !== "all" && showAll}
          </>
        }
      >
        No tenancy has a webhook secret. Store one, and give our address to the service.
      </EmptyState>
    );
  if (narrowed || filter.period !== "all")
    return (
      <EmptyState icon="filter" title="No delivery fits" actions={showAll}>
        {filter.period === "all"
          ? "None of those that are kept."
          : "None in this period. Older ones may be kept."}
      </EmptyState>
    );
  return (
    <EmptyState icon="bell" title="Nothing has come yet">
      A webhook secret is stored. The service sends the next alert to the address on the tenancy’s page.
    </EmptyState>
  );
}

/** The verb on the button, by outcome. */
export const REPLAY_VERBS: Record<Replayable, string> = { quarantined: "Replay", rejected: "Check again" };

const counted = (count: number) =>
  count === 1 ? "it" : count === 2 ? "both" : `all ${count.toLocaleString("en")}`;

function bulkWords(outcomes: readonly Replayable[], count: number): string {
  const [only, other] = outcomes;
  if (other || !only) return `Take ${counted(count)} in again`;
  return only === "quarantined" ? `Replay ${counted(count)}` : `Check ${counted(count)} again`;
}

/** Actions on the selected deliveries. */
function DeliveryBulk({
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

/** Replays all that the filter finds, if it shows only one replayable outcome. */
function ReplayAll({
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

/** Why a replay failed. */
function ReplayFault({ fault }: { fault: string | null }) {
  if (fault === null) return null;
  return (
    <p role="alert" className="flex gap-1.5 border-b border-hairline px-4 py-2.5 text-sm font-medium">
      <Icon name="failed" className="mt-px size-4 shrink-0" />
      <span>{fault}</span>
    </p>
  );
}
