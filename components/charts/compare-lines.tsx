import { useId } from "react";
import { ZIndexLayer } from "recharts";
import type { TimeWindow } from "./chart-frame";
import type { BandStep } from "./faint-lines";
import { bandPath, lettersOf, pathsOf } from "./lettered-lines";
import type { Row } from "./model";
import type { PlotScale } from "./plot-ground";

type Line = { letter: string; rows: readonly Row[] };

/** What lies under the lead: the band of what was, and the grey lines, thin, dashed where they are interpolated. */
export function CompareGround(props: {
  lines: readonly Line[];
  /** What was usual, behind all. */
  band: readonly BandStep[];
  scale: PlotScale;
}) {
  const { lines, scale } = props;
  const id = useId();
  return (
    <ZIndexLayer zIndex={-160}>
      <Clip scale={scale} id={id}>
        <path d={bandPath(props.band, scale)} fill="var(--text-3)" fillOpacity={0.16} data-band="" />
        <g fill="none" stroke="var(--text-2)" strokeWidth={1.1} strokeLinejoin="round">
          {lines.map(({ letter, rows }) => {
            const { measured, filled, dots } = pathsOf(rows, scale);
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
    </ZIndexLayer>
  );
}

/** The letters on the lines; the lead's has its hue. */
export function CompareLetters(props: {
  lines: readonly Line[];
  lead: string;
  hue: string;
  window: TimeWindow;
  scale: PlotScale;
}) {
  return (
    <ZIndexLayer zIndex={1_500}>
      <g>
        {lettersOf(props.lines, props.window, props.scale).map(({ letter, x, y }) => (
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
    </ZIndexLayer>
  );
}

/** What lies outside of the plot's window is not drawn. */
function Clip({ scale, id, children }: { scale: PlotScale; id: string; children: React.ReactNode }) {
  return (
    <>
      <defs>
        <clipPath id={id}>
          <rect
            x={scale.left}
            y={scale.top}
            width={Math.max(scale.right - scale.left, 0)}
            height={Math.max(scale.bottom - scale.top, 0)}
          />
        </clipPath>
      </defs>
      <g clipPath={`url(#${id})`}>{children}</g>
    </>
  );
}
