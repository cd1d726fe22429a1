import { ZIndexLayer } from "recharts";
import type { TimeWindow } from "./chart-frame";
import { type BandStep, type FaintLine, pathOf, stepOf } from "./faint-lines";

/** Where instants and values lie in the plot, in pixels. */
export type PlotScale = {
  toX: (t: number) => number;
  toY: (value: number) => number;
  left: number;
  right: number;
  top: number;
  bottom: number;
};

/** What lies under the line of a chart: the band that was usual, and the faint lines of others. */
export function PlotGround(props: {
  id: string;
  window: TimeWindow;
  scale: PlotScale;
  band: readonly BandStep[];
  behind: readonly FaintLine[];
}) {
  const { scale, window, behind } = props;
  const clip = `${props.id}-ground`;
  const step = stepOf(behind);
  const steps = props.band.filter(({ from, to }) => to > window.from && from < window.to);
  return (
    <>
      <defs>
        <clipPath id={clip}>
          <rect
            x={scale.left}
            y={scale.top}
            width={Math.max(scale.right - scale.left, 0)}
            height={Math.max(scale.bottom - scale.top, 0)}
          />
        </clipPath>
      </defs>
      <ZIndexLayer zIndex={-190}>
        <g clipPath={`url(#${clip})`} fill="var(--text-3)" opacity={0.16} data-band="">
          {steps.map(({ from, to, low, high }) => (
            <rect
              key={from}
              x={scale.toX(from)}
              y={scale.toY(high)}
              width={Math.max(scale.toX(to) - scale.toX(from), 0)}
              height={Math.max(scale.toY(low) - scale.toY(high), 1)}
            />
          ))}
        </g>
      </ZIndexLayer>
      <ZIndexLayer zIndex={-160}>
        <g clipPath={`url(#${clip})`} fill="none" stroke="var(--text-3)" strokeWidth={1.1} opacity={0.5}>
          {behind.map((line) => (
            <path key={line.name} d={pathOf(line, step, scale)} data-beside={line.name} />
          ))}
        </g>
      </ZIndexLayer>
    </>
  );
}
