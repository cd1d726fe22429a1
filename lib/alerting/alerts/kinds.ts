import type { SeverityCounts } from "@/lib/base/core/severity";
import type { Alert, Category } from "./contract";

/** What alerts are about, in the words of pages and notices. */

/** The badge of a plant alert, its rank among severities, and its name (docs/spec/design.md "Severity"). */
export const CATEGORY_FACTS: Record<Category, { word: string; level: keyof SeverityCounts; kind: string }> = {
  PLANT_CRITICAL_ALERT: { word: "CRITICAL", level: "high", kind: "Health critical" },
  PLANT_STRESS_ALERT: { word: "STRESS", level: "medium", kind: "Plant stress" },
  PLANT_LIGHT_ALERT: { word: "LIGHT", level: "low", kind: "Light" },
  PLANT_RECOVERY_ALERT: { word: "RECOVERY", level: "plain", kind: "Recovery" },
};

/** The word of an alert's badge: HIGH, or STRESS for a plant alert. */
export function badgeWordOf(alert: Pick<Alert, "severity" | "category">): string {
  if (alert.severity) return alert.severity;
  return alert.category ? CATEGORY_FACTS[alert.category].word : "RECOVERY";
}

/** The name of what an alert is about: "Health", or "Plant stress" for a plant alert. */
export function kindOf(alert: Pick<Alert, "type" | "category">): string {
  if (alert.type === "HEALTH") return "Health";
  if (alert.type === "PRODUCTIVITY") return "Productivity";
  return alert.category ? CATEGORY_FACTS[alert.category].kind : "Alert";
}
