"use client";

import { type KeyboardEvent, type PointerEvent, useId, useState } from "react";
import { ReadError } from "@/components/live/read-error";
import { useEndpoint } from "@/components/live/use-endpoint";
import { WholeAreaName } from "@/components/ui/area-name";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { IndexMark, indexLabel } from "@/components/ui/index-mark";
import { said } from "@/components/ui/live-region";
import { SkeletonRows } from "@/components/ui/states";
import { Age, SiteTime } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import type { IndexName } from "@/lib/base/core/indices";
import { nameWithParent } from "@/lib/base/core/paths";
import { HOUR_MS } from "@/lib/base/core/time";
import { type Coverage, readAreaCoverage, type Strip } from "@/lib/history/coverage/contract";
import { cellWords, GROUND_WORDS, runsOf, stripWords } from "./coverage-words";

/** Name, strip, last reading, interpolated share: under 640 the strip takes a line of its own. */
const LINE = "grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-1.5 text-left";

const ROW = `${LINE} sm:grid-cols-[--spacing(52)_minmax(0,1fr)_--spacing(48)_--spacing(20)] lg:grid-cols-[--spacing(68)_minmax(0,1fr)_--spacing(48)_--spacing(20)]`;

/** Measurements are never interpolated. */
const MEASURED_ROW = `${LINE} sm:grid-cols-[--spacing(52)_minmax(0,1fr)_--spacing(48)] lg:grid-cols-[--spacing(68)_minmax(0,1fr)_--spacing(48)]`;

type Where = { path: string; position: number } | null;

/**
 * The areas of a page, each with its strip. Left and right move through the days, up and down through the areas;
 * Enter shows an area's indices. The read-out stands above, so that it never covers the strips.
 */
export function CoverageRows({
  data,
  tenantId,
  days,
  index,
}: {
  data: Coverage;
  tenantId: string;
  days: "30" | "90";
  index: IndexName | "chf" | null;
}) {
  const words = useWords();
  const { t, formatDayShort } = words;
  const [where, setWhere] = useState<Where>(null);
  const [open, setOpen] = useState<string | null>(null);
  const at = data.items.find(({ path }) => path === where?.path);
  // Measurements have no indices to show.
  const isMeasured = index === "chf";
  const row = isMeasured ? MEASURED_ROW : ROW;
  // A single index may come only at night or once a day, so silence is judged for all indices together.
  const readAt = data.items.map(({ lastReadingAt }) => (lastReadingAt ? Date.parse(lastReadingAt) : 0));
  const silentUntil = index === null ? Math.max(...readAt) - SILENT_AFTER_MS : 0;
  return (
    <div>
      <div className="px-4 pt-2.5">
        <CoverageLegend isMeasured={isMeasured} />
      </div>
      <p
        ref={said}
        className="sticky top-[calc(var(--bar)+var(--strip))] z-10 truncate border-b border-hairline bg-surface px-4 py-2 text-sm text-ink-2"
      >
        {at && where
          ? t("admin.health.coverage.at", {
              area: nameWithParent(at.path),
              day: cellWords(words, at, data.days, data.fetched, where.position),
            })
          : t("admin.health.coverage.pointAt")}
      </p>
      <div className={`${row} border-b border-hairline text-xs text-ink-3 max-sm:hidden`} aria-hidden="true">
        <span>{t("admin.health.coverage.area")}</span>
        <span className="flex justify-between">
          <span>{formatDayShort(data.days[0] ?? "")}</span>
          <span>{formatDayShort(data.days.at(-1) ?? "")}</span>
        </span>
        <span className="text-right">
          {t(isMeasured ? "admin.health.coverage.lastMeasured" : "admin.health.coverage.lastReading")}
        </span>
        {!isMeasured && <span className="text-right">{t("admin.health.coverage.interpolatedShare")}</span>}
      </div>
      <ul onPointerLeave={() => setWhere(null)}>
        {data.items.map((item) => (
          <li key={item.path} className="border-b border-hairline last:border-b-0">
            <button
              type="button"
              aria-expanded={isMeasured ? undefined : open === item.path}
              onClick={() => setOpen(isMeasured || open === item.path ? null : item.path)}
              onKeyDown={(event) => moveBy(event, data, where, item.path, setWhere)}
              onPointerMove={(event) => pointAt(event, data.days.length, item.path, setWhere)}
              className={`${row} min-h-row -outline-offset-2 touch:min-h-target hover:bg-hover`}
            >
              <span className="flex min-w-0 items-center gap-1.5 text-sm">
                {!isMeasured && (
                  <Icon
                    name={open === item.path ? "chevron-down" : "chevron-right"}
                    className="size-3.5 shrink-0 text-ink-3"
                  />
                )}
                {index && index !== "chf" && <IndexMark index={index} />}
                <span className="min-w-0 flex-1">
                  <WholeAreaName path={item.path} />
                </span>
                <span className="sr-only">
                  {t("admin.health.coverage.strip", { facts: stripWords(words, item, data.fetched) })}
                </span>
              </span>
              <StripFacts
                strip={item}
                fetched={data.fetched}
                isMeasured={isMeasured}
                isSilent={item.lastReadingAt !== null && Date.parse(item.lastReadingAt) <= silentUntil}
                cursor={where?.path === item.path ? where.position : null}
              />
            </button>
            {open === item.path && !isMeasured && (
              <IndexStrips tenantId={tenantId} path={item.path} days={days} />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function StripFacts({
  strip,
  fetched,
  cursor,
  isSilent = false,
  isMeasured = false,
}: {
  strip: Strip;
  fetched: readonly boolean[];
  cursor: number | null;
  /** Other areas had newer readings. */
  isSilent?: boolean;
  /** The strip shows measurements, which are never interpolated. */
  isMeasured?: boolean;
}) {
  const words = useWords();
  const { t, formatShare } = words;
  const { lastReadingAt, filledShare } = strip;
  return (
    <>
      <span data-strip className="min-w-0 max-sm:order-last max-sm:col-span-2">
        <CoverageStrip strip={strip} fetched={fetched} cursor={cursor} />
      </span>
      <span className="text-right text-sm whitespace-nowrap text-ink-2">
        {lastReadingAt === null ? (
          t("admin.health.coverage.none")
        ) : (
          <span className={cx("inline-flex items-center gap-1", isSilent && "font-medium text-silent-text")}>
            {isSilent && <Icon name="silent" className="size-3.5 shrink-0 text-silent" />}
            <span>
              {rich(words, "admin.health.coverage.lastAt", {
                silent: isSilent ? "yes" : "other",
                words: <span className="sr-only" />,
                time: <SiteTime at={lastReadingAt} />,
              })}
              <span className={cx("text-ink-3", !isSilent && "max-sm:hidden")}>
                , <Age at={lastReadingAt} />
              </span>
            </span>
          </span>
        )}
      </span>
      {!isMeasured && (
        <span className="text-right text-sm whitespace-nowrap text-ink-3 max-sm:hidden">
          {filledShare === null ? "" : formatShare(filledShare)}
        </span>
      )}
    </>
  );
}

/** An area is silent when others have readings this much newer. */
const SILENT_AFTER_MS = 3 * HOUR_MS;

function IndexStrips({ tenantId, path, days }: { tenantId: string; path: string; days: "30" | "90" }) {
  const words = useWords();
  const read = useEndpoint(readAreaCoverage, { query: { tenant: tenantId, area: path, days } });
  const { data, error } = read;
  if (error && !data) return <ReadError compact of={read} />;
  if (!data) return <SkeletonRows rows={4} label={words.t("admin.health.coverage.loadingIndices")} />;
  return (
    <ul className="bg-sunken pb-1.5">
      {data.items.map((item) => (
        <li key={item.index} className={ROW}>
          <span className="flex min-w-0 items-center gap-1.5 pl-5 text-sm">
            <IndexMark index={item.index} />
            <span className="truncate">{indexLabel(item.index)}</span>
          </span>
          <StripFacts strip={item} fetched={data.fetched} cursor={null} />
          <span className="sr-only">{stripWords(words, item, data.fetched)}</span>
        </li>
      ))}
    </ul>
  );
}

type Point = (where: Where) => void;

function pointAt(event: PointerEvent<HTMLElement>, count: number, path: string, point: Point): void {
  const strip = event.currentTarget.querySelector("[data-strip]")?.getBoundingClientRect();
  const isOn = strip && event.clientX >= strip.left && event.clientX < strip.right;
  point(isOn ? { path, position: Math.floor(((event.clientX - strip.left) / strip.width) * count) } : null);
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

function moveBy(
  event: KeyboardEvent<HTMLElement>,
  { days }: Coverage,
  where: Where,
  path: string,
  point: Point,
): void {
  const step = STEPS[event.key];
  const last = days.length - 1;
  const position = where?.position ?? last;
  if (step !== undefined)
    point({ path, position: Math.min(Math.max(position + (where ? step : 0), 0), last) });
  else if (event.key === "Home") point({ path, position: 0 });
  else if (event.key === "End") point({ path, position: last });
  else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
    const row = event.currentTarget.parentElement;
    const next = event.key === "ArrowUp" ? row?.previousElementSibling : row?.nextElementSibling;
    next?.querySelector("button")?.focus();
    point(null);
  } else return;
  event.preventDefault();
}

const HEIGHT = 18;

const GROUNDS = {
  before: "bg-sunken bg-[linear-gradient(var(--line),var(--line))] bg-size-[100%_1px] bg-center bg-no-repeat",
  unfetched: "bg-stale-tint hatch",
};

/**
 * One cell a day: filled from the bottom by the measured share, dashed by the interpolated one, empty where readings are
 * missing; a line on grey before the first reading; hatched if not fetched. Readable without colour.
 */
function CoverageStrip({
  strip,
  fetched,
  cursor,
}: {
  strip: Pick<Strip, "measured" | "filled" | "whole">;
  /** For each day: it was wholly fetched. */
  fetched: readonly boolean[];
  cursor: number | null;
}) {
  const dashes = useId();
  const count = strip.measured.length;
  const percent = (cells: number) => `${(cells / count) * 100}%`;
  const runs = runsOf(strip, fetched);
  return (
    <span
      className="relative block overflow-hidden rounded-1 border border-line bg-surface"
      aria-hidden="true"
    >
      {runs.map(
        (run) =>
          run.ground !== "missing" && (
            <span
              key={run.from}
              className={cx("absolute inset-y-0", GROUNDS[run.ground])}
              style={{ left: percent(run.from), width: percent(run.length) }}
            />
          ),
      )}
      <svg width="100%" height={HEIGHT} className="relative block" aria-hidden="true">
        <defs>
          <pattern id={dashes} width="5" height="4" patternUnits="userSpaceOnUse">
            <rect x="0" y="1" width="3" height="2" fill="var(--text-2)" />
          </pattern>
        </defs>
        {runs.map((run) => {
          const place = { x: percent(run.from), width: percent(run.length) };
          if (run.measured === null) return null;
          const measured = run.measured * HEIGHT;
          const filled = run.filled * HEIGHT;
          return (
            <g key={run.from}>
              <rect {...place} y={HEIGHT - measured} height={measured} fill="var(--text-3)" />
              <rect {...place} y={HEIGHT - measured - filled} height={filled} fill={`url(#${dashes})`} />
            </g>
          );
        })}
      </svg>
      <span
        className="absolute inset-0"
        style={{
          backgroundImage: `repeating-linear-gradient(90deg, transparent 0 calc(100% / ${count} - 1px), var(--surface) calc(100% / ${count} - 1px) calc(100% / ${count}))`,
        }}
      />
      {cursor !== null && (
        <span
          className="absolute inset-y-0 border-x-2 border-accent"
          style={{ left: percent(cursor), width: percent(1) }}
        />
      )}
    </span>
  );
}

const NONE = { measured: [null], filled: [null], whole: [false] };

/** The legend of the cells; measurements are never interpolated. */
function CoverageLegend({ isMeasured }: { isMeasured: boolean }) {
  const { t } = useWords();
  const measured = { measured: [1], filled: [0], whole: [true] };
  const interpolated = { measured: [0], filled: [1], whole: [true] };
  const kinds = [
    { word: "admin.health.coverage.measured" as const, strip: measured },
    ...(isMeasured ? [] : [{ word: "admin.health.coverage.interpolated" as const, strip: interpolated }]),
    { word: GROUND_WORDS.missing, strip: { measured: [0], filled: [0], whole: [true] } },
    { word: GROUND_WORDS.before, strip: NONE, isFetched: true },
    { word: GROUND_WORDS.unfetched, strip: NONE, isFetched: false },
  ];
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-3">
      {kinds.map(({ word, strip, isFetched = true }) => (
        <li key={word} className="flex items-center gap-1.5">
          <span className="w-4 shrink-0">
            <CoverageStrip strip={strip} fetched={[isFetched]} cursor={null} />
          </span>
          {t(word)}
        </li>
      ))}
    </ul>
  );
}
