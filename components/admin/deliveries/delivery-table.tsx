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
import { useWords } from "@/components/words/words";
import {
  type Counts,
  type DeliveryLine,
  describeLine,
  isReplayable,
  type ListFilter,
  type Replayable,
  shortId,
} from "@/lib/alerting/deliveries/list";
import type { PlainKey } from "@/lib/base/words/messages";
import type { Words } from "@/lib/base/words/words";
import { type Column, DataTable } from "../data-table";
import { ReadAgain } from "../read-again";
import { listAddress, OutcomeMark, ReceivedTime } from "./delivery-parts";
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
  const words = useWords();
  const { t } = words;
  const replay = useReplay();
  const rows = useDeliveryRows(lines, filter, (ids) => void replay.chosen(ids).then(rows.clear));
  const again = filter.before === undefined && !replay.pending && <ReadAgain seconds={15} />;
  if (lines.length === 0)
    return (
      <Panel label={t("admin.deliveries.title")}>
        <Nothing filter={filter} connected={connected} />
        {again}
      </Panel>
    );
  const canSelect = rows.selectable.length > 0;
  return (
    <Panel label={t("admin.deliveries.title")} className="overflow-hidden">
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
        columns={canSelect ? [selectColumn(words, rows), ...columns(words, filter)] : columns(words, filter)}
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

const selectColumn = ({ t }: Words, rows: RowSelection): Column<DeliveryLine> => ({
  head: t("admin.deliveries.column.select"),
  isHeadHidden: true,
  headClass: "w-11",
  className: "max-sm:row-span-3",
  cell: ({ id, outcome }) =>
    isReplayable(outcome) && (
      <Checkbox
        hideLabel
        label={t("admin.deliveries.select", { outcome, id })}
        checked={rows.isSelected(id)}
        onChange={() => rows.toggle(id)}
        className="relative z-1 -ml-1.5"
      />
    ),
});

const columns = ({ t }: Words, filter: ListFilter): Column<DeliveryLine>[] => [
  {
    head: t("admin.deliveries.column.received"),
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
  {
    head: t("admin.deliveries.column.outcome"),
    label: null,
    cell: ({ outcome }) => <OutcomeMark outcome={outcome} />,
  },
  {
    head: t("admin.deliveries.column.from"),
    label: null,
    className: "text-sm",
    cell: ({ tenancyName }) =>
      tenancyName ?? <span className="text-ink-3">{t("admin.deliveries.unknown")}</span>,
  },
  { head: t("admin.deliveries.column.what"), label: null, cell: (line) => <What line={line} /> },
  {
    head: t("admin.deliveries.column.answeredIn"),
    label: null,
    isNumber: true,
    className: "text-sm whitespace-nowrap text-ink-3 max-sm:hidden",
    cell: ({ answeredInMs }) =>
      answeredInMs !== null && t("admin.deliveries.milliseconds", { count: answeredInMs }),
  },
  {
    head: t("admin.deliveries.column.size"),
    label: null,
    isNumber: true,
    className: "text-sm whitespace-nowrap text-ink-3 max-sm:hidden",
    cell: ({ bytes }) => t("admin.deliveries.bytes", { count: bytes }),
  },
];

function What({ line }: { line: DeliveryLine }) {
  const words = useWords();
  const { t } = words;
  const id = line.notificationId ?? line.alertId;
  const below = line.setAsideReason
    ? t("admin.deliveries.setAsideReason", { reason: line.setAsideReason })
    : isReplayable(line.outcome)
      ? line.reason
      : id && !line.test && shortId(id);
  return (
    <>
      <span className="block text-sm">{describeLine(words, line)}</span>
      {below && <span className="line-clamp-2 text-xs text-ink-3">{below}</span>}
    </>
  );
}

function Pages({ older, filter }: { older: string | null; filter: ListFilter }) {
  const { t } = useWords();
  if (!older && !filter.before) return null;
  return (
    <footer className="flex gap-2 border-t border-hairline px-4 py-2.5">
      {filter.before && (
        <LinkButton href={listAddress(filter, { before: undefined })} size="sm">
          {t("admin.deliveries.newest")}
        </LinkButton>
      )}
      {older && (
        <LinkButton href={listAddress(filter, { before: older })} size="sm">
          {t("admin.deliveries.older")}
        </LinkButton>
      )}
    </footer>
  );
}

function Nothing({ filter, connected }: { filter: ListFilter; connected: boolean }) {
  const { t } = useWords();
  const showAll = (
    <LinkButton href="/admin/deliveries?period=all">{t("admin.deliveries.empty.showAll")}</LinkButton>
  );
  const narrowed = filter.outcome || filter.tenant || filter.from || filter.text;
  if (!connected && !narrowed)
    return (
      <EmptyState
        icon="bell"
        title={t("admin.deliveries.empty.noSecret")}
        actions={
          <>
            <LinkButton href="/admin/tenancies">{t("admin.deliveries.empty.toTenancies")}</LinkButton>
            {filter.period !== "all" && showAll}
          </>
        }
      >
        {t("admin.deliveries.empty.noSecretText")}
      </EmptyState>
    );
  if (narrowed || filter.period !== "all")
    return (
      <EmptyState icon="filter" title={t("admin.deliveries.empty.noMatch")} actions={showAll}>
        {t(
          filter.period === "all"
            ? "admin.deliveries.empty.noMatchAtAll"
            : "admin.deliveries.empty.noMatchInPeriod",
        )}
      </EmptyState>
    );
  return (
    <EmptyState icon="bell" title={t("admin.deliveries.empty.nothing")}>
      {t("admin.deliveries.empty.nothingText")}
    </EmptyState>
  );
}

/** The verb on the button, by outcome. */
export const REPLAY_VERBS = {
  quarantined: "admin.deliveries.again.replayOne",
  rejected: "admin.deliveries.again.checkOne",
} as const satisfies Record<Replayable, PlainKey>;

/** Words of a button that replays deliveries of these outcomes. */
function replayWords({ t }: Words, outcomes: ReadonlySet<string>, count: number): string {
  if (outcomes.size > 1) return t("admin.deliveries.again.process", { count });
  return outcomes.has("quarantined")
    ? t("admin.deliveries.again.replay", { count })
    : t("admin.deliveries.again.check", { count });
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
  const words = useWords();
  const { t } = words;
  const ids = rows.selected;
  const waits = chosen.every(({ outcome, setAsideReason }) => outcome === "quarantined" && !setAsideReason);
  return (
    <SelectionBar selection={rows} label={t("admin.deliveries.selectAll")} className="gap-3">
      <Button
        variant={primary ? "primary" : "outline"}
        size="sm"
        pending={replay.pending}
        onClick={() => void replay.chosen(ids).then(rows.clear)}
      >
        {replayWords(words, new Set(chosen.map(({ outcome }) => outcome)), ids.length)}
      </Button>
      {waits && (
        <SetAsideButton
          which={{ ids }}
          title={t("admin.deliveries.again.setAside", { count: ids.length })}
          small
          onDone={rows.clear}
        />
      )}
    </SelectionBar>
  );
}

const HINTS = {
  quarantined: "admin.deliveries.again.quarantined",
  rejected: "admin.deliveries.again.rejected",
} as const satisfies Record<Replayable, PlainKey>;

/** Replays all deliveries of the list, if it shows only one replayable outcome. */
function ReplayAll({ filter, counts, replay }: { filter: ListFilter; counts: Counts; replay: Replay }) {
  const words = useWords();
  const { t } = words;
  const { outcome, period, tenant, from, to, text } = filter;
  if (!outcome || !isReplayable(outcome) || (counts[outcome] === 0 && !replay.pending)) return null;
  const narrowing = definedOnly({ period, tenant, from, to, text });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-hairline px-4 py-2.5">
      <p className="min-w-0 flex-1 text-sm text-ink-2 max-sm:basis-full" ref={said}>
        {replay.pending && replay.done > 0
          ? t("admin.deliveries.again.soFar", { count: replay.done })
          : t(HINTS[outcome])}
      </p>
      <Button
        size="sm"
        icon="again"
        pending={replay.pending}
        onClick={() => void replay.found({ outcome, ...narrowing })}
      >
        {replayWords(words, new Set([outcome]), counts[outcome])}
      </Button>
      {outcome === "quarantined" && (
        <SetAsideButton
          which={{ filter: narrowing }}
          title={t("admin.deliveries.again.setAside", { count: counts.quarantined })}
          small
        />
      )}
    </div>
  );
}
