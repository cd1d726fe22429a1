import type { AlertSpan } from "@/components/charts/plot/overlay-layout";
import { levelOf } from "@/components/ui/alert-words";
import type { alertSpans } from "@/lib/alerting/alerts/contract";
import { evidenceIndex } from "@/lib/alerting/alerts/evidence";
import { CATEGORY_FACTS } from "@/lib/base/core/severity";
import type { AnswerOf } from "@/lib/base/request/endpoint";

export type SpanItem = AnswerOf<typeof alertSpans>["items"][number];

/** The alerts about one index as bars above its chart, one bar for each severity in turn. */
export function spansFor(index: string, items: readonly SpanItem[]): AlertSpan[] {
  return items.filter((item) => evidenceIndex(item) === index).map(toSpan);
}

function toSpan({ alertId, category, steps, closedAt }: SpanItem): AlertSpan {
  const ends = [...steps.slice(1).map(({ at }) => at), closedAt];
  return {
    alertId,
    steps: steps.map(({ severity, at }, step) => {
      const badge = category
        ? CATEGORY_FACTS[category]
        : { level: levelOf({ severity, category }), word: severity ?? "open" };
      const end = ends[step] ?? null;
      return { ...badge, from: Date.parse(at), to: end === null ? null : Date.parse(end) };
    }),
  };
}
