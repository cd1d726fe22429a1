import { useId } from "react";
import { cx } from "@/components/ui/cx";
import type { Strip } from "@/lib/history/coverage/contract";
import { GROUND_WORDS, runsOf } from "./coverage-words";

const HEIGHT = 18;

const GROUNDS = {
  before: "bg-sunken bg-[linear-gradient(var(--line),var(--line))] bg-size-[100%_1px] bg-center bg-no-repeat",
  unfetched: "bg-stale-tint hatch",
};

/**
 * A cell a day: filled from the foot as far as it was measured, dashed above as far as it was interpolated, empty
 * where it is missing, a line on grey where there was none yet, hatched where it was not fetched. Told apart without any colour.
 */
export function CoverageStrip({
  strip,
  fetched,
  cursor,
}: {
  strip: Pick<Strip, "measured" | "filled" | "whole">;
  /** Of each day, whether it was fetched whole. */
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

/** What the looks of a cell mean; of measurements none is interpolated. */
export function CoverageLegend({ isMeasured }: { isMeasured: boolean }) {
  const kinds = [
    { word: "measured", strip: { measured: [1], filled: [0], whole: [true] } },
    ...(isMeasured ? [] : [{ word: "interpolated", strip: { measured: [0], filled: [1], whole: [true] } }]),
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
          {word}
        </li>
      ))}
    </ul>
  );
}
