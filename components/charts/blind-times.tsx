"use client";
import { useState } from "react";
import { cx } from "@/components/ui/cx";
import { drawnTimes } from "./blind-layout";
import type { BlindTime, TimeWindow } from "./chart-frame";

/**
 * Hatched, behind the bars of the alerts: of these times some may be missing. The words come on hover and focus; a
 * chart without alerts of its own shows the hatch alone.
 */
export function BlindTimes(props: {
  times: readonly BlindTime[];
  window: TimeWindow;
  width: number;
  height: number;
  named: boolean;
}) {
  const [shown, setShown] = useState<BlindTime | null>(null);
  const drawn = drawnTimes(props.times, props.window, props.width);
  if (drawn.length === 0) return null;
  return (
    <div className="absolute inset-x-0 top-0" style={{ height: props.height }}>
      {drawn.map(({ x, wide, ...time }) => {
        const place = { left: x, width: wide };
        // Behind the bars alone: the words and icons of alerts stand above it.
        const look = "absolute bottom-0 h-3.25 border-x border-stale/60 bg-stale-tint/60 hatch";
        if (!props.named) return <span key={time.from} aria-hidden="true" className={look} style={place} />;
        return (
          <button
            key={time.from}
            type="button"
            aria-label={time.words}
            onPointerEnter={() => setShown(time)}
            onPointerLeave={() => setShown(null)}
            onFocus={() => setShown(time)}
            onBlur={() => setShown(null)}
            className={cx(
              look,
              "after:absolute after:-inset-x-2.5 after:-top-3.5 after:bottom-0 after:content-['']",
            )}
            style={place}
          />
        );
      })}
      {shown && <Words times={drawn} shown={shown} width={props.width} />}
    </div>
  );
}

/** The words stand beside the hatch, on the side that has room. */
function Words(props: { times: ReturnType<typeof drawnTimes>; shown: BlindTime; width: number }) {
  const at = props.times.find(({ from }) => from === props.shown.from);
  if (!at) return null;
  const isLeft = at.x < props.width / 2;
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute top-0 z-20 rounded-1 border border-stale bg-raised px-1.5 py-0.5 text-xs whitespace-nowrap text-stale-text"
      style={isLeft ? { left: at.x + at.wide + 4 } : { right: props.width - at.x + 4 }}
    >
      {props.shown.words}
    </span>
  );
}
