/** What lies behind the own line of a plot, as plain SVG for either painter. */

import { type ReactNode, useId } from "react";
import { overlaps } from "@/lib/base/core/stretches";
import type { TimeWindow } from "./chart-frame";
import { type Box, LOOK, type PlotDescription } from "./description";
import { type BandStep, type FaintLine, linePath, samplingStep } from "./faint-lines";
import type { PlotScale } from "./geometry";

/** Nights, nominal band, hairlines, hatch of the unpublished part, and foot. */
export function Field({ description }: { description: PlotDescription }) {
  const { scale, band, pending, nights } = description;
  const { left, right, bottom } = scale;
  const id = useId();
  return (
    <>
      {pending && (
        <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M3 0v6" stroke="var(--control)" strokeWidth="1" opacity={LOOK.hatchOpacity} />
        </pattern>
      )}
      <path d={nights.map(boxPath).join("")} fill="var(--night)" />
      {band && <rect {...band} fill="var(--text-3)" fillOpacity={LOOK.bandOpacity} />}
      {description.levels.map(({ y, isZero }) => (
        <line key={y} x1={left} x2={right} y1={y} y2={y} stroke={isZero ? "var(--axis)" : "var(--grid)"} />
      ))}
      {pending && <rect {...pending} fill={`url(#${id})`} />}
      <line x1={left} x2={right} y1={bottom} y2={bottom} stroke="var(--axis)" />
    </>
  );
}

const boxPath = ({ x, y, width, height }: Box) => `M${x} ${y}h${width}v${height}h${-width}z`;

/** Over the field: a band that changes with time, and the faint lines of others. */
export function Behind(props: {
  window: TimeWindow;
  scale: PlotScale;
  band: readonly BandStep[];
  lines: readonly FaintLine[];
}) {
  const { scale, window, lines } = props;
  const step = samplingStep(lines);
  const steps = props.band.filter((one) => overlaps(one, window));
  return (
    <Clip scale={scale}>
      <g fill="var(--text-3)" opacity={0.16} data-band="">
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
      <g fill="none" stroke="var(--text-3)" strokeWidth={1.1} opacity={0.5}>
        {lines.map((line) => (
          <path key={line.name} d={linePath(line, step, scale)} data-beside={line.name} />
        ))}
      </g>
    </Clip>
  );
}

/** Hides what lies outside the plot. */
export function Clip({ scale, children }: { scale: PlotScale; children: ReactNode }) {
  const id = useId();
  return (
    <>
      <clipPath id={id}>
        <rect
          x={scale.left}
          y={scale.top}
          width={Math.max(scale.right - scale.left, 0)}
          height={Math.max(scale.bottom - scale.top, 0)}
        />
      </clipPath>
      <g clipPath={`url(#${id})`}>{children}</g>
    </>
  );
}
