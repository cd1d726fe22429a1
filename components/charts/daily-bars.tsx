import { ZIndexLayer } from "recharts";
import type { Row } from "./model";
import type { PlotScale } from "./plot-ground";

/** How much of its day a bar takes. */
const SHARE = 0.66;
const WIDEST = 40;

/** How wide a bar of so long a time is, in pixels. */
export const barWidth = (scale: PlotScale, length: number) =>
  Math.min(Math.max((scale.toX(length) - scale.toX(0)) * SHARE, 1), WIDEST);

/** Narrower, a bar would be hidden by the line of its extremes. */
export const LEAST_WITH_RANGE = 3;

/** Daily integrals: a bar a day from zero, with a thin line from the lowest to the highest area. */
export function DailyBars(props: {
  id: string;
  rows: readonly Row[];
  scale: PlotScale;
  colour: string;
  /** How long a bar's time is, in milliseconds. */
  length: number;
}) {
  const { rows, scale, length } = props;
  const clip = `${props.id}-bars`;
  const wide = barWidth(scale, length);
  const foot = Math.min(scale.toY(0), scale.bottom);
  return (
    <ZIndexLayer zIndex={100}>
      <clipPath id={clip}>
        <rect
          x={scale.left}
          y={scale.top}
          width={Math.max(scale.right - scale.left, 0)}
          height={Math.max(scale.bottom - scale.top, 0)}
        />
      </clipPath>
      <g clipPath={`url(#${clip})`} fill={props.colour} stroke="none" data-bars="">
        {rows.map(({ t, point }) => {
          if (!point) return null;
          const x = scale.toX(t);
          const top = scale.toY(point.mean);
          return (
            <g key={t}>
              <rect x={x - wide / 2} width={wide} y={top} height={Math.max(foot - top, 0)} opacity={0.75} />
              {point.max > point.min && wide > LEAST_WITH_RANGE && (
                <path d={`M${x} ${scale.toY(point.min)}V${scale.toY(point.max)}`} stroke="var(--text-1)" />
              )}
            </g>
          );
        })}
      </g>
    </ZIndexLayer>
  );
}
