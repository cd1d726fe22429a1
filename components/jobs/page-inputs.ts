/** The reads of a job's page; the same on the server and in the browser. */
import type { TimeWindow } from "@/components/charts/plot/chart-frame";
import { spanOf } from "@/components/places/page-inputs";
import { INDICES } from "@/lib/base/core/indices";
import { commonPath } from "@/lib/base/core/paths";
import { DAY_MS, endOfHour, siteDay, startOfDay } from "@/lib/base/core/time";
import type { Job } from "@/lib/farm/jobs/contract";
import type { SeriesInput } from "@/lib/farm/series/columns";
import { CHART_POINTS } from "@/lib/farm/series/contract";

/** Of one job there are rarely more. */
const MAX_ALERTS = 100;

/** The alerts of a job, the newest first. */
export function jobAlertsInput(tenant: string | undefined, jobId: string) {
  return { query: { tenant, jobId, limit: String(MAX_ALERTS) } } as const;
}

/** A job from the midnight of the site before its first reading to its last. */
export function jobWindow({ firstAt, lastAt }: Pick<Job, "firstAt" | "lastAt">, zone: string): TimeWindow {
  const from = startOfDay(siteDay(new Date(firstAt), zone), zone).getTime();
  return { from, to: Math.max(endOfHour(Date.parse(lastAt) + 1), from + DAY_MS) };
}

/** The area whose charts are shown first: the one in which the whole job lies, else its first. */
export const firstPlace = ({ areas }: Pick<Job, "areas">): string => commonPath(areas) ?? areas[0] ?? "";

/** The series of a job in an area and all below it. */
export function jobSeriesInput(
  tenant: string | undefined,
  { jobId }: Pick<Job, "jobId">,
  area: string,
  window: TimeWindow,
): SeriesInput {
  return { tenant, area, jobId, index: [...INDICES], ...spanOf(window), maxPoints: String(CHART_POINTS) };
}
