"use client";

import { Link } from "@/components/ui/link";
import { SeverityIcon } from "@/components/ui/severity";
import { useWords } from "@/components/words/words";
import type { Words } from "@/lib/base/words/words";
import { COUNT_GAP, LABEL_ICON, placeLabels } from "./above-plot-layout";
import { useChartFrame } from "./chart-frame";
import { ALERTS_HEIGHT } from "./geometry";
import { placeOutages } from "./outage-layout";
import { ALERT_COLOURS, type AlertSpan, placeLinks, placeSteps, worstLast } from "./overlay-layout";

type Props = {
  spans: readonly AlertSpan[];
  hasLinks?: boolean;
  width: number;
  now: number;
};

/** Above a plot: alerts as bars, as links if wanted, over the outages in which some may be missing. */
export function AbovePlot(props: Props) {
  return (
    <>
      <Outages {...props} />
      <AlertBars {...props} />
      {props.hasLinks && <AlertLinks {...props} />}
    </>
  );
}

const BAR_HEIGHT = { high: 10, medium: 7, low: 4, plain: 3 } as const;

/** A bar for each severity, thicker the worse, labelled with the word, or with an icon and a count where it is short. */
function AlertBars({ spans, width }: Props) {
  const { window } = useChartFrame();
  const steps = worstLast(placeSteps(spans, window, width));
  return (
    <svg
      width={width}
      height={ALERTS_HEIGHT}
      aria-hidden="true"
      className="pointer-events-none relative block text-(length:--fs-1)"
    >
      {steps.map((step) => (
        <rect
          key={step.key}
          x={step.x}
          y={ALERTS_HEIGHT - BAR_HEIGHT[step.level]}
          width={step.width}
          height={BAR_HEIGHT[step.level]}
          fill={ALERT_COLOURS[step.level]}
        />
      ))}
      {placeLabels(steps, width).map(({ step, x, word, alerts }) =>
        word ? (
          <text key={step.key} x={x} y={ALERTS_HEIGHT - 14} fill="var(--text-2)" fontWeight={520}>
            {step.word}
          </text>
        ) : (
          <g key={step.key} transform={`translate(${x} 2)`}>
            <SeverityIcon level={step.level} size={LABEL_ICON} className="" />
            {alerts.size > 1 && (
              <text x={LABEL_ICON + COUNT_GAP} y={LABEL_ICON - 2} fill="var(--text-1)" fontWeight={620}>
                {alerts.size}
              </text>
            )}
          </g>
        ),
      )}
    </svg>
  );
}

/** More links take too long to pass with Tab; the list of alerts has them all. */
const MAX_TAB_STOPS = 8;

/** A link over the bars of each alert; where several lie over each other, the worst has it. */
function AlertLinks({ spans, width: plotWidth, now }: Props) {
  const words = useWords();
  const { window, timeZone } = useChartFrame();
  const links = spans.flatMap((span) => {
    const steps = placeSteps([span], window, plotWidth);
    const worst = worstLast(steps).at(-1);
    const left = Math.min(...steps.map(({ x }) => x));
    const length = Math.max(...steps.map(({ x, width }) => x + width)) - left;
    return worst ? [{ span, level: worst.level, word: worst.word, left, length }] : [];
  });
  return placeLinks(worstLast(links), plotWidth).map(({ span, word, left, width }) => {
    const label = alertLabel(words, span, word, timeZone, new Date(now));
    return (
      <Link
        key={span.alertId}
        href={`/alerts/${encodeURIComponent(span.alertId)}`}
        tabIndex={links.length > MAX_TAB_STOPS ? -1 : undefined}
        aria-label={label}
        title={label}
        className="absolute inset-y-0 rounded-1 hover:bg-hover/50"
        style={{ left, width }}
      />
    );
  });
}

/** "MEDIUM, Fri 04:00 to 16:00". */
function alertLabel(
  { t: say, siteTime }: Words,
  { steps }: AlertSpan,
  severity: string,
  zone: string,
  now: Date,
): string {
  const time = (t: number) => siteTime(new Date(t), zone, now);
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || !last) return severity;
  if (last.to === null) return say("charts.alertSince", { severity, time: time(first.from) });
  return say("charts.alert", { severity, from: time(first.from), to: time(last.to) });
}

/** Outages as hatches behind the bars; the chart says their words at its cursor. */
function Outages({ width }: Props) {
  const words = useWords();
  const { outages, window } = useChartFrame();
  return placeOutages(words, outages, window, width).map(({ from, x, wide, words: title }) => (
    <span
      key={from}
      aria-hidden="true"
      title={title}
      // As high as the bars alone: the labels of alerts stand above.
      className="absolute bottom-0 h-3.25 border-x border-stale/60 bg-stale-tint/60 hatch"
      style={{ left: x, width: wide }}
    />
  ));
}
