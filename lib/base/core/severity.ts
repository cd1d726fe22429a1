import { z } from "zod";
import { MINUTE_MS } from "./time";

/** The service's severities, mildest first. */
export const SEVERITIES = ["LOW", "MEDIUM", "HIGH"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Counts of alerts by severity; plant alerts count by their rank, `plain` are those without one. */
export const severityCountsSchema = z.object({
  high: z.int(),
  medium: z.int(),
  low: z.int(),
  plain: z.int(),
});
export type SeverityCounts = z.infer<typeof severityCountsSchema>;

type CategoryFacts = { word: string; level: keyof SeverityCounts };

/** The badge of a plant alert and its rank among severities (docs/spec/design.md "Severity"). */
export const CATEGORY_FACTS = {
  PLANT_CRITICAL_ALERT: { word: "CRITICAL", level: "high" },
  PLANT_STRESS_ALERT: { word: "STRESS", level: "medium" },
  PLANT_LIGHT_ALERT: { word: "LIGHT", level: "low" },
  PLANT_RECOVERY_ALERT: { word: "RECOVERY", level: "plain" },
} as const satisfies Record<string, CategoryFacts>;

type Category = keyof typeof CATEGORY_FACTS;

/** The word of an alert's badge: HIGH, or STRESS for a plant alert. */
export function badgeWordOf(alert: { severity: Severity | null; category: Category | null }): string {
  if (alert.severity) return alert.severity;
  return alert.category ? CATEGORY_FACTS[alert.category].word : "RECOVERY";
}

/** When an alert began: at its raise, else at its first notification. RFC 3339 UTC. */
export function beganAt(alert: { raisedAt: string | null; firstEventAt: string }): string {
  return alert.raisedAt ?? alert.firstEventAt;
}

/**
 * Since when an alert has the severity of its badge: when it last changed, else when the alert began. RFC 3339 UTC. A
 * change within a minute is the raise itself, of which the notification is dated a little later.
 */
export function badgeSince(alert: Parameters<typeof beganAt>[0] & { severitySince: string | null }): string {
  const began = beganAt(alert);
  const { severitySince } = alert;
  return severitySince !== null && Date.parse(severitySince) - Date.parse(began) >= MINUTE_MS
    ? severitySince
    : began;
}
