"use client";

import { useRouter } from "next/navigation";
import { FaultLine } from "@/components/forms/form-parts";
import { type RowSelection, SelectionBar, useRowSelection } from "@/components/shell/row-selection";
import { Button, LinkButton } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/choices";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { said } from "@/components/ui/live-region";
import { Panel } from "@/components/ui/panel";
import { EmptyState } from "@/components/ui/states";
import {
  type Counts,
  type DeliveryLine,
  describeLine,
  isReplayable,
  type ListFilter,
  type Replayable,
  shortId,
} from "@/lib/alerting/deliveries/list";
import { type Column, DataTable } from "../data-table";
import { ReadAgain } from "../read-again";
import { listAddress, OutcomeMark, outcomeWord, ReceivedTime } from "./delivery-parts";
import { SetAsideButton } from "./set-aside";
import { type Replay, useReplay } from "./use-replay";

/** The list of deliveries, newest first; while it shows the newest, it is read again every 15 s. */
export function DeliveryTable({
  list: { counts, lines, older },
  filter,
  connected,
}: {
  list: { counts: Counts; lines: DeliveryLine[]; older: string | null };
  filter: ListFilter;
  connected: boolean;
}) {
  const replay = useReplay();
  const rows = useDeliveryRows(lines, filter, (ids) => void replay.chosen(ids).then(rows.clear));
  const again = filter.before === undefined && !replay.pending && <ReadAgain seconds={15} />;
  if (lines.length === 0)
    return (
      <Panel label="Deliveries">
        <Nothing filter={filter} connected={connected} />
        {again}
      </Panel>
    );
  const canSelect = rows.selectable.length > 0;
  return (
    <Panel label="Deliveries" className="overflow-hidden">
      {again}
      {replay.fault !== null && (
        <div className="border-b border-hairline px-4 py-2.5">
          <FaultLine fault={{ message: replay.fault }} />
        </div>
      )}
      {rows.selected.length === 0 ? (
        <ReplayAll filter={filter} counts={counts} replay={replay} />
      ) : (
        <SelectedActions
          rows={rows}
          chosen={lines.filter(({ id }) => rows.selected.includes(id))}
          replay={replay}
          primary={!filter.id}
        />
      )}
      <DataTable
        isStacked={false}
        headClass="max-sm:sr-only"
        rows={lines}
        keyOf={({ id }) => id}
        columns={canSelect ? [selectColumn(rows), ...columns(filter)] : columns(filter)}
        rowProps={({ id }) => ({
          "data-delivery": id,
          "data-cursor": filter.id === id || rows.cursor === id || undefined,
          "data-selected": filter.id === id || rows.isSelected(id) || undefined,
          className: cx(
            ROW,
            canSelect
              ? "max-sm:grid-cols-[--spacing(9)_1fr_auto] max-sm:[&_td:nth-child(n+4)]:col-[2/-1]"
              : "max-sm:grid-cols-[1fr_auto] max-sm:[&_td:nth-child(n+3)]:col-[1/-1]",
          ),
        })}
      />
      <Pages older={older} filter={filter} />
    </Panel>
  );
}

/** Selection and keys of the list: Enter opens the row under the cursor in the panel, r replays. */
function useDeliveryRows(lines: DeliveryLine[], filter: ListFilter, onReplay: (ids: string[]) => void) {
  const router = useRouter();
  const open = (id: string | undefined) => router.push(listAddress(filter, { id }), { scroll: false });
  return useRowSelection({
    ids: lines.map(({ id }) => id),
    selectable: lines.filter(({ outcome }) => isReplayable(outcome)).map(({ id }) => id),
    rowAttribute: "data-delivery",
    keys: { r: onReplay },
    onOpen: open,
    onLeave: () => {
      if (filter.id) open(undefined);
      return filter.id !== undefined;
    },
  });
}

/** The filters of an action, without undefined ones, which it would not accept. */
const definedOnly = <T extends object>(members: T) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;

/** On a phone a row is a grid of two columns, or three with a checkbox. */
const ROW = [
  "relative hover:bg-hover max-sm:grid max-sm:gap-x-2 max-sm:border-b max-sm:border-hairline max-sm:px-4 max-sm:py-2.5 max-sm:[&_td]:h-auto max-sm:[&_td]:border-0 max-sm:[&_td]:p-0!",
  "max-sm:data-cursor:shadow-[inset_3px_0_0_var(--accent)] max-sm:data-selected:bg-selected max-sm:[&_td]:bg-transparent! max-sm:[&_td]:shadow-none!",
].join(" ");

const selectColumn = (rows: RowSelection): Column<DeliveryLine> => ({
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

const columns = (filter: ListFilter): Column<DeliveryLine>[] => [
  {
    head: "Received",
    label: null,
    className: "whitespace-nowrap",
    cell: ({ id, receivedAt }) => (
      <Link
        href={listAddress(filter, { id: filter.id === id ? undefined : id })}
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

function What({ line }: { line: DeliveryLine }) {
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

function Pages({ older, filter }: { older: string | null; filter: ListFilter }) {
  if (!older && !filter.before) return null;
  return (
    <footer className="flex gap-2 border-t border-hairline px-4 py-2.5">
      {filter.before && (
        <LinkButton href={listAddress(filter, { before: undefined })} size="sm">
          Newest
        </LinkButton>
      )}
      {older && (
        <LinkButton href={listAddress(filter, { before: older })} size="sm">
          Older
        </LinkButton>
      )}
    </footer>
  );
}

function Nothing({ filter, connected }: { filter: ListFilter; connected: boolean }) {
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

/** Words of a button that replays deliveries of these outcomes. */
function replayWords(outcomes: ReadonlySet<string>, count: number): string {
  if (outcomes.size > 1) return `Take ${counted(count)} in again`;
  return outcomes.has("quarantined") ? `Replay ${counted(count)}` : `Check ${counted(count)} again`;
}

/** Actions on the selected deliveries. */
function SelectedActions({
  rows,
  chosen,
  replay,
  primary,
}: {
  rows: RowSelection;
  chosen: DeliveryLine[];
  replay: Replay;
  /** False beside a panel, which has the primary button. */
  primary: boolean;
}) {
  const ids = rows.selected;
  const waits = chosen.every(({ outcome, setAsideReason }) => outcome === "quarantined" && !setAsideReason);
  return (
    <SelectionBar selection={rows} label="Select all shown that can be taken in again" className="gap-3">
      <Button
        variant={primary ? "primary" : "outline"}
        size="sm"
        pending={replay.pending}
        onClick={() => void replay.chosen(ids).then(rows.clear)}
      >
        {replayWords(new Set(chosen.map(({ outcome }) => outcome)), ids.length)}
      </Button>
      {waits && (
        <SetAsideButton
          which={{ ids }}
          words={`Set ${counted(ids.length)} aside`}
          small
          onDone={rows.clear}
        />
      )}
    </SelectionBar>
  );
}

/** Replays all deliveries of the list, if it shows only one replayable outcome. */
function ReplayAll({ filter, counts, replay }: { filter: ListFilter; counts: Counts; replay: Replay }) {
  const { outcome, period, tenant, from, to, text } = filter;
  if (!outcome || !isReplayable(outcome) || (counts[outcome] === 0 && !replay.pending)) return null;
  const narrowing = definedOnly({ period, tenant, from, to, text });
  const words = {
    quarantined: "Signed, but not understood when they came. After an update more of them may be.",
    rejected:
      "No secret fitted when they came. Kept for seven days; a corrected secret can still admit them.",
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-hairline px-4 py-2.5">
      <p className="min-w-0 flex-1 text-sm text-ink-2 max-sm:basis-full" ref={said}>
        {replay.pending && replay.done > 0
          ? `Taken in again: ${replay.done.toLocaleString("en")} so far`
          : words[outcome]}
      </p>
      <Button
        size="sm"
        icon="again"
        pending={replay.pending}
        onClick={() => void replay.found({ outcome, ...narrowing })}
      >
        {replayWords(new Set([outcome]), counts[outcome])}
      </Button>
      {outcome === "quarantined" && (
        <SetAsideButton
          which={{ filter: narrowing }}
          words={counts.quarantined === 1 ? "Set it aside" : "Set all aside"}
          small
        />
      )}
    </div>
  );
}
