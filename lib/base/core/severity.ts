import { z } from "zod";

/** The service's severities, mildest first. */
export const SEVERITIES = ["LOW", "MEDIUM", "HIGH"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** How many alerts of each severity; plant alerts are counted by their rank, `plain` are those of none. */
export const severityCountsSchema = z.object({
  high: z.int(),
  medium: z.int(),
  low: z.int(),
  plain: z.int(),
});
export type SeverityCounts = z.infer<typeof severityCountsSchema>;
