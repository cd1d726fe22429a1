import { ZIndexLayer } from "recharts";
import type { TimeWindow } from "./chart-frame";
import type { Stretch } from "./model";
import type { PlotScale } from "./plot-ground";

/**
 * The field that lines are drawn on: nights, the nominal band, hairlines at the ticks, the hatch of what is not
 * published yet, the foot. Our own, since the library's would be a tenth of what it weighs.
 */
export function PlotField(props: {
  id: string;
  window: TimeWindow;
  scale: PlotScale;
  ticks: readonly number[];
  signed: boolean;
  nights: readonly Stretch[];
  band: { low: number; high: number } | null;
  pendingFrom: number | null;
}) {
  const { window, scale, band, pendingFrom } = props;
  const { left, right, top, bottom } = scale;
  const between = (from: number, to: number) => {
    const x = scale.toX(Math.max(from, window.from));
    return { x, width: Math.max(scale.toX(Math.min(to, window.to)) - x, 0), y: top, height: bottom - top };
  };
  const nights = props.nights.filter(({ from, to }) => to > window.from && from < window.to);
  return (
    <ZIndexLayer zIndex={-200}>
      <pattern id={props.id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M3 0v6" stroke="var(--control)" strokeWidth="1" opacity="0.5" />
      </pattern>
      {nights.map((night) => (
        <rect key={night.from} {...between(night.from, night.to)} fill="var(--night)" data-night="" />
      ))}
      {band && (
        <rect
          x={left}
          width={right - left}
          y={scale.toY(band.high)}
          height={Math.max(scale.toY(band.low) - scale.toY(band.high), 0)}
          fill="var(--text-3)"
          fillOpacity={0.1}
        />
      )}
      {props.ticks.map((tick) => (
        <line
          key={tick}
          x1={left}
          x2={right}
          y1={scale.toY(tick)}
          y2={scale.toY(tick)}
          stroke={props.signed && tick === 0 ? "var(--axis)" : "var(--grid)"}
        />
      ))}
      {pendingFrom !== null && pendingFrom < window.to && (
        <rect {...between(pendingFrom, window.to)} fill={`url(#${props.id})`} />
      )}
      <line x1={left} x2={right} y1={bottom} y2={bottom} stroke="var(--axis)" />
    </ZIndexLayer>
  );
}
