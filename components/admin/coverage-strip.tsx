import { useId } from "react";
import type { Strip } from "@/lib/coverage/contract";
import { runsOf } from "./coverage-words";

const HEIGHT = 18;

/**
 * A cell a day: filled from the foot as far as it was measured, dashed above as far as it was interpolated, empty
 * where it is missing, hatched where it is not known: of a day that was not fetched whole, what is not there. Told apart without any colour.
 */
export function CoverageStrip({
  strip,
  cursor,
}: {
  strip: Pick<Strip, "measured" | "filled" | "whole">;
  cursor: number | null;
}) {
  const dashes = useId();
  const count = strip.measured.length;
  const percent = (cells: number) => `${(cells / count) * 100}%`;
  const runs = runsOf(strip);
  return (
    <span
      className="relative block overflow-hidden rounded-1 border border-line bg-surface"
      aria-hidden="true"
    >
      {runs.map(
        (run) =>
          !run.whole && (
            <span
              key={run.from}
              className="absolute inset-y-0 bg-stale-tint hatch"
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

/** What the looks of a cell mean; of measurements none is interpolated. */
export function CoverageLegend({ isMeasured }: { isMeasured: boolean }) {
  const kinds = [
    { word: "measured", strip: { measured: [1], filled: [0], whole: [true] } },
    ...(isMeasured ? [] : [{ word: "interpolated", strip: { measured: [0], filled: [1], whole: [true] } }]),
    { word: "missing", strip: { measured: [0], filled: [0], whole: [true] } },
    {
      word: "not fetched, or before the first whole day",
      strip: { measured: [null], filled: [null], whole: [false] },
    },
  ];
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-3">
      {kinds.map(({ word, strip }) => (
        <li key={word} className="flex items-center gap-1.5">
          <span className="w-4 shrink-0">
            <CoverageStrip strip={strip} cursor={null} />
          </span>
          {word}
        </li>
      ))}
    </ul>
  );
}
