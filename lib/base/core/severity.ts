import { z } from "zod";

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
