import type { z } from "zod";
import type { AlertSpan } from "@/components/charts/plot/overlay-layout";
import { levelOf } from "@/components/ui/alert-words";
import { CATEGORY_FACTS, type SeverityLevel } from "@/components/ui/severity";
import type { alertSpans } from "@/lib/alerting/alerts/contract";
import type { Severity } from "@/lib/base/core/severity";

export type SpanItem = z.output<NonNullable<typeof alertSpans.answer>>["items"][number];

/** The index that an alert was raised for, above whose chart it is drawn. */
export function indexOfAlert(item: Pick<SpanItem, "type" | "category">): string {
  if (item.type) return item.type;
  return item.category === "PLANT_LIGHT_ALERT" ? "EFFICIENCY" : "HEALTH";
}

/** Alerts as bars above the chart of one index, one bar per severity. */
export function spansFor(index: string, items: readonly SpanItem[]): AlertSpan[] {
  return items.filter((item) => indexOfAlert(item) === index).map(spanOf);
}

function spanOf(item: SpanItem): AlertSpan {
  const closedAt = item.closedAt === null ? null : Date.parse(item.closedAt);
  const steps = item.steps.map((step, index) => {
    const next = item.steps[index + 1];
    return {
      ...badgeOf(item, step.severity),
      from: Date.parse(step.at),
      to: next ? Date.parse(next.at) : closedAt,
    };
  });
  return { alertId: item.alertId, steps };
}

function badgeOf(item: SpanItem, severity: Severity | null): { level: SeverityLevel; word: string } {
  if (item.category) return CATEGORY_FACTS[item.category];
  return { level: levelOf({ severity, category: null }), word: severity ?? "open" };
}
