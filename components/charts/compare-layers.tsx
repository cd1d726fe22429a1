import { useId } from "react";
import { bandPath, placeLetters, rowPaths, unknownStartStrip } from "./compare-layout";
import type { TimeWindow } from "./plot/chart-frame";
import type { BandStep } from "./plot/faint-lines";
import { Clip } from "./plot/field";
import type { PlotScale } from "./plot/geometry";
import type { Row } from "./plot/rows";

type Line = { letter: string; rows: readonly Row[] };

/** Behind the reference: the band of past jobs and the other lines, grey, dashed where interpolated. */
export function CompareGround(props: {
  lines: readonly Line[];
  band: readonly BandStep[];
  scale: PlotScale;
}) {
  const { lines, scale } = props;
  return (
    <Clip scale={scale}>
      <path d={bandPath(props.band, scale)} fill="var(--text-3)" fillOpacity={0.16} data-band="" />
      <g fill="none" stroke="var(--text-2)" strokeWidth={1.1} strokeLinejoin="round">
        {lines.map(({ letter, rows }) => {
          const { measured, filled, dots } = rowPaths(rows, scale);
          return (
            <g key={letter} data-line={letter}>
              <path d={measured} />
              <path d={filled} strokeDasharray="4 3" />
              {dots.map(({ x, y }) => (
                <circle key={x} cx={x} cy={y} r={2} fill="var(--text-2)" stroke="none" />
              ))}
            </g>
          );
        })}
      </g>
    </Clip>
  );
}

/** The hatch at day 0 of jobs that may have begun before it, with their letters. */
export function UnknownStarts({ letters, scale }: { letters: readonly string[]; scale: PlotScale }) {
  const id = useId();
  const strip = unknownStartStrip(letters, scale);
  if (!strip) return null;
  return (
    <>
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M3 0v6" stroke="var(--control)" strokeWidth="1.5" />
      </pattern>
      <g data-unknown-start={letters.join("")}>
        <rect {...strip.box} fill={`url(#${id})`} />
        {strip.letters.map(({ letter, x, y }) => (
          <g key={letter}>
            <circle cx={x} cy={y} r={7.5} fill="var(--surface)" />
            <text x={x} y={y + 3.6} textAnchor="middle" fill="var(--text-1)" fontSize={10} fontWeight={650}>
              {letter}
            </text>
          </g>
        ))}
      </g>
    </>
  );
}

/** The letters on the lines; the reference's has its hue. */
export function CompareLetters(props: {
  lines: readonly Line[];
  lead: string;
  hue: string;
  window: TimeWindow;
  scale: PlotScale;
}) {
  return (
    <g>
      {placeLetters(props.lines, props.window, props.scale).map(({ letter, x, y }) => (
        <g key={`${letter} ${x}`}>
          <circle
            cx={x}
            cy={y}
            r={7.5}
            fill="var(--surface)"
            stroke={letter === props.lead ? props.hue : "var(--text-2)"}
            strokeWidth={1.2}
          />
          <text x={x} y={y + 3.6} textAnchor="middle" fill="var(--text-1)" fontSize={10} fontWeight={650}>
            {letter}
          </text>
        </g>
      ))}
    </g>
  );
}
