"use client";
import type { ReactNode } from "react";
import { JobLink } from "@/components/places/job-link";
import { AreaName } from "@/components/ui/area-name";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { IndexMark, indexLabel } from "@/components/ui/index-mark";
import { Num } from "@/components/ui/num";
import { useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import { INDEX_FACTS, isIndexName } from "@/lib/base/core/indices";
import { displayPath, nameWithParent } from "@/lib/base/core/paths";
import type { Words } from "@/lib/base/words/words";
import { holdsTime, type RowCells } from "@/lib/history/queries/row-cells";
import { hourWords, utcBeside } from "@/lib/history/queries/words";
import { columnLabel, columnName } from "@/lib/service/column-names";
import { CHF_COLUMNS } from "@/lib/service/contract";
import { type ColumnFormat, cardColumns } from "./column-format";
import { FactList } from "./fact-list";
import type { Column } from "./virtual-table";

const MEANINGS: Record<string, string> = CHF_COLUMNS;
const NUMBER_WIDTH = 5.5;

const textOf = (value: RowCells[string] | undefined) => String(value ?? "");

/** The instant of a row, from whichever time column was requested. */
const timeOf = (row: RowCells) => new Date(String(row.timestampIso ?? row.timestamp));

/** The time of a row in site time. */
function RowTime({ row, withUtc }: { row: RowCells; withUtc: boolean }) {
  const { t } = useWords();
  const { zone, now } = useClock();
  const at = timeOf(row);
  return (
    <>
      {hourWords(at, zone, now)}
      {withUtc && <Below>{t("queries.rows.inUtc", { time: utcBeside(at, zone) })}</Below>}
    </>
  );
}

/** The time in UTC, with its day only if it differs. */
function RowUtc({ row }: { row: RowCells }) {
  const { zone } = useClock();
  return <span className="text-xs text-ink-3">{utcBeside(timeOf(row), zone)}</span>;
}

const areaCell =
  ({ t }: Words, withJob: boolean) =>
  (row: RowCells) => (
    <>
      <AreaName path={textOf(row.controlAreaPathName)} />
      {withJob && <Below>{jobCell(row) ?? t("queries.rows.noJob")}</Below>}
    </>
  );

const Below = ({ children }: { children: ReactNode }) => (
  <span className="block truncate text-xs text-ink-3">{children}</span>
);

/** The job of a row as a link; null without one. */
function jobCell(row: RowCells): ReactNode {
  const jobId = textOf(row.jobId);
  return jobId === "" ? null : <JobLink jobId={jobId} className="relative z-1" />;
}

const indexOf = (row: RowCells) => textOf(row.indexName);

const unitOf = (row: RowCells) => {
  const index = indexOf(row);
  return isIndexName(index) ? INDEX_FACTS[index].unit : null;
};

const numberOf = (row: RowCells) => (typeof row.indexValue === "number" ? row.indexValue : null);

function originOf({ t }: Words, { isFilled }: RowCells): string {
  if (typeof isFilled !== "boolean") return t("queries.rows.unknown");
  return t(isFilled ? "queries.rows.interpolated" : "queries.rows.measured");
}

const areShown = (columns: (Column | false)[]): Column[] => columns.filter((column) => column !== false);

/**
 * The columns of index values. Site time, UTC and unit are derived from the chosen ones. Narrow: UTC below site time, the
 * job below the area.
 */
export function indexColumns(words: Words, chosen: readonly string[], isNarrow: boolean): readonly Column[] {
  const { t } = words;
  const has = (name: string) => chosen.includes(name);
  const hasTime = holdsTime(chosen);
  const isJobBelow = isNarrow && has("controlAreaPathName");
  return areShown([
    hasTime && {
      id: "time",
      head: t("queries.rows.siteTime"),
      width: 7,
      cell: (row) => <RowTime row={row} withUtc={isNarrow} />,
    },
    hasTime &&
      !isNarrow && {
        id: "utc",
        head: t("queries.rows.utc"),
        width: 6.2,
        cell: (row) => <RowUtc row={row} />,
      },
    has("controlAreaPathName") && {
      id: "controlAreaPathName",
      head: t("queries.rows.area"),
      width: 10,
      cell: areaCell(words, isJobBelow && has("jobId")),
    },
    has("jobId") &&
      !isJobBelow && {
        id: "jobId",
        head: t("queries.rows.job"),
        width: 9,
        cell: (row) => jobCell(row) ?? "–",
      },
    has("indexName") && {
      id: "indexName",
      head: t("queries.rows.index"),
      width: 10.5,
      cell: (row) => (
        <span className="flex items-center gap-1.5" title={indexLabel(indexOf(row))}>
          <IndexMark index={indexOf(row)} />
          <span className="truncate">{indexLabel(indexOf(row))}</span>
        </span>
      ),
    },
    has("indexValue") && {
      id: "indexValue",
      head: t("queries.rows.value"),
      width: 4,
      numeric: true,
      cell: (row) => <Num value={numberOf(row)} index={indexOf(row)} className="text-base" />,
    },
    has("indexValue") &&
      has("indexName") && {
        id: "unit",
        head: t("queries.rows.unit"),
        width: 5.9,
        cell: (row) => <span className="text-ink-3">{unitOf(row)}</span>,
      },
    has("isFilled") && {
      id: "isFilled",
      head: t("queries.rows.origin"),
      width: 6.5,
      cell: (row) => originOf(words, row),
    },
  ]);
}

/** An index value in three lines, for a phone. */
export function IndexCard({ row, columns }: { row: RowCells; columns: readonly string[] }) {
  const words = useWords();
  const { zone, now } = useClock();
  const has = (name: string) => columns.includes(name);
  const at = timeOf(row);
  return (
    <>
      <div className="flex items-baseline gap-1.5 text-base">
        {has("indexName") && <IndexMark index={indexOf(row)} />}
        <span className="min-w-0 flex-1 truncate font-medium">
          {has("indexName") && indexLabel(indexOf(row))}
        </span>
        {has("indexValue") && <Num value={numberOf(row)} index={indexOf(row)} unit={unitOf(row)} />}
      </div>
      <div className="flex gap-3">
        <span className="min-w-0 flex-1 truncate">
          {has("controlAreaPathName") && nameWithParent(textOf(row.controlAreaPathName))}
        </span>
        <span className="shrink-0">{has("isFilled") && originOf(words, row)}</span>
      </div>
      <div className="flex gap-3 text-ink-3">
        <span className="shrink-0">
          {holdsTime(columns) &&
            words.t("queries.rows.bothTimes", { time: hourWords(at, zone, now), utc: utcBeside(at, zone) })}
        </span>
        <span className="min-w-0 flex-1 truncate text-right">{textOf(row.jobId)}</span>
      </div>
    </>
  );
}

/** Time, sensor and area are pinned, with UTC and job below them; the values scroll, the identifier last. */
export function measurementColumns(words: Words, { columns, values, decimalsOf }: ColumnFormat): Column[] {
  const { t } = words;
  const has = (name: string) => columns.includes(name);
  const area = has("controlAreaPathName");
  return areShown([
    holdsTime(columns) && {
      id: "time",
      head: t("queries.rows.siteTime"),
      width: 8,
      pinned: true,
      cell: (row) => <RowTime row={row} withUtc />,
    },
    has("deviceId") && {
      id: "deviceId",
      head: t("queries.rows.sensor"),
      width: 5.5,
      pinned: true,
      cell: (row) => <Word value={row.deviceId} />,
    },
    area && {
      id: "controlAreaPathName",
      head: t(has("jobId") ? "queries.rows.areaAndJob" : "queries.rows.area"),
      width: 9.5,
      pinned: true,
      cell: areaCell(words, has("jobId")),
    },
    !area &&
      has("jobId") && {
        id: "jobId",
        head: t("queries.rows.job"),
        width: 9.5,
        pinned: true,
        cell: (row) => jobCell(row) ?? <None />,
      },
    ...values.map((name) => ({
      id: name,
      head: <ColumnHead name={name} />,
      hint: MEANINGS[name],
      width: columnWidth(name),
      numeric: true,
      cell: (row: RowCells) => <Value value={row[name]} decimals={decimalsOf(name)} />,
    })),
    has("measurementId") && {
      id: "measurementId",
      head: t("queries.rows.measurement"),
      hint: MEANINGS.measurementId,
      width: 16,
      cell: (row) => <Word value={row.measurementId} />,
    },
  ]);
}

/** The words of a value above its symbol. */
function ColumnHead({ name }: { name: string }) {
  const found = columnName(name);
  if (!found) return name;
  return (
    <>
      <span className="block leading-4">{found.words}</span>{" "}
      <span className="block leading-4 text-ink-2">{found.symbol}</span>
    </>
  );
}

/** The width at which the words of a value stay on one line, in rem. */
function columnWidth(name: string): number {
  return Math.max(NUMBER_WIDTH, (columnName(name)?.words.length ?? 0) * 0.4 + 1.5);
}

const None = () => <span className="text-ink-3">–</span>;

function Word({ value }: { value: RowCells[string] | undefined }) {
  const text = textOf(value);
  return text === "" ? <None /> : <span title={text}>{text}</span>;
}

function Value({ value, decimals }: { value: RowCells[string] | undefined; decimals: number }) {
  const { formatValue } = useWords();
  return typeof value === "number" ? formatValue(value, decimals) : <None />;
}

/** A measurement in three lines, for a phone: sensor and place, the values that fit, time and age. */
export function MeasurementCard({ row, format }: { row: RowCells; format: ColumnFormat }) {
  const { t, formatAge } = useWords();
  const { zone, now } = useClock();
  const { values, decimalsOf } = format;
  const at = timeOf(row);
  const place = nameWithParent(textOf(row.controlAreaPathName));
  const [first = textOf(row.jobId), second] = [textOf(row.deviceId), place].filter(Boolean);
  return (
    <>
      <div className="flex items-baseline gap-2 text-base">
        <span className="shrink-0 font-medium">{first}</span>
        <span className="min-w-0 flex-1 truncate text-sm">{second}</span>
      </div>
      {/* Values that do not fit wrap out of sight. */}
      <div className="flex h-[1lh] flex-wrap gap-x-3 overflow-hidden">
        {cardColumns(values, row).map((name) => (
          <span key={name} className="whitespace-nowrap">
            <span className="text-ink-3">{columnName(name)?.symbol ?? name}</span>{" "}
            <span className="font-strong">
              <Value value={row[name]} decimals={decimalsOf(name)} />
            </span>
          </span>
        ))}
      </div>
      <div className="flex gap-3 text-ink-3">
        <span className="min-w-0 flex-1 truncate">
          {holdsTime(format.columns) &&
            t("queries.rows.withAge", { time: hourWords(at, zone, now), age: formatAge(at, now) })}
        </span>
        <span className="shrink-0 text-accent">
          {t("queries.rows.all", { count: format.columns.length })}
        </span>
      </div>
    </>
  );
}

/** All columns of one measurement: place and time, then each value with its meaning. */
export function MeasurementDialog({
  row,
  format,
  onClose,
}: {
  row: RowCells;
  format: ColumnFormat;
  onClose: () => void;
}) {
  const { t, siteTimeWithAge } = useWords();
  const { zone, now } = useClock();
  const { columns, values, decimalsOf } = format;
  const has = (name: string) => columns.includes(name);
  const at = timeOf(row);
  const hasTime = holdsTime(columns);
  const sensor = textOf(row.deviceId) || t("queries.rows.measurement");
  const facts: [name: string, isShown: boolean, value: ReactNode][] = [
    [t("queries.rows.siteTime"), hasTime, hasTime && siteTimeWithAge(at, zone, now)],
    [t("queries.rows.utc"), hasTime, hasTime && hourWords(at, "UTC", now)],
    [t("queries.rows.sensor"), has("deviceId"), <Word key="sensor" value={row.deviceId} />],
    [t("queries.rows.area"), has("controlAreaPathName"), displayPath(textOf(row.controlAreaPathName))],
    [t("queries.rows.job"), has("jobId"), jobCell(row) ?? <None key="job" />],
    [t("queries.rows.measurement"), has("measurementId"), <Word key="id" value={row.measurementId} />],
  ];
  return (
    <Dialog
      isOpen
      title={hasTime ? t("queries.rows.of", { sensor, time: hourWords(at, zone, now) }) : sensor}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t("ui.close")}
        </Button>
      }
    >
      <FactList
        className="gap-x-4"
        facts={facts.flatMap(([name, isShown, value]) => (isShown ? [[name, value] as const] : []))}
      />
      <dl className="mt-3 divide-y divide-hairline border-t border-hairline text-sm">
        {values.map((name) => (
          <div key={name} className="flex items-baseline gap-4 py-1.5">
            <dt className="min-w-0 flex-1">
              <span className="font-medium">{columnLabel(name)}</span>
              <span className="block text-xs text-ink-3">{MEANINGS[name]}</span>
            </dt>
            <dd className="text-base font-strong">
              <Value value={row[name]} decimals={decimalsOf(name)} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
