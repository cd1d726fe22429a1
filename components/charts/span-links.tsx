import { Link } from "@/components/ui/link";
import { siteTime } from "@/lib/base/core/time";
import type { TimeWindow } from "./chart-frame";
import { type AlertSpan, drawnSteps, worstLast } from "./span-layout";

/** A bar of an hour in a month is a few pixels: what is pressed is not. */
const LEAST_WIDTH = 24;
/** With more of them, Tab would not come past: the list of alerts has them all. */
const MOST_STOPS = 8;

/** Over the bars of alerts, a link each; the worst lie on top. */
export function SpanLinks(props: {
  spans: readonly AlertSpan[];
  window: TimeWindow;
  width: number;
  timeZone: string;
  now: number;
}) {
  const links = props.spans.flatMap((span) => {
    const steps = drawnSteps([span], props.window, props.width);
    const worst = worstLast(steps).at(-1);
    const left = Math.min(...steps.map(({ x }) => x));
    const wide = Math.max(...steps.map(({ x, width }) => x + width)) - left;
    return worst ? [{ ...worst, alertId: span.alertId, span, left, wide }] : [];
  });
  return worstLast(links).map((link) => {
    const one = links.find(({ key }) => key === link.key);
    if (!one) return null;
    const wide = Math.max(one.wide, LEAST_WIDTH);
    return (
      <Link
        key={one.alertId}
        href={`/alerts/${encodeURIComponent(one.alertId)}`}
        tabIndex={links.length > MOST_STOPS ? -1 : undefined}
        aria-label={wordsOf(one.span, one.word, props)}
        title={wordsOf(one.span, one.word, props)}
        className="absolute inset-y-0 rounded-1 hover:bg-hover/50"
        style={{ left: Math.min(one.left - (wide - one.wide) / 2, props.width - wide), width: wide }}
      />
    );
  });
}

/** "MEDIUM, Fri 04:00 to 16:00": open it. */
function wordsOf({ steps }: AlertSpan, word: string, { timeZone, now }: { timeZone: string; now: number }) {
  const time = (t: number) => siteTime(new Date(t), timeZone, new Date(now));
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || !last) return word;
  return `${word}, ${last.to === null ? `since ${time(first.from)}` : `${time(first.from)} to ${time(last.to)}`}`;
}
