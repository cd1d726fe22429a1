import "server-only";
import { Prisma } from "@/generated/prisma/client";
import type { AreaLimits } from "@/lib/base/core/area-limits";

/** What a person who is limited to some control areas may see (lib/base/core/area-limits.ts), in SQL. Never null. */

const ALL = Prisma.sql`true`;

/** Whether the area of a path is open. @param path the column, of no table that is called `top` */
export function openPath(within: AreaLimits, path: Prisma.Sql): Prisma.Sql {
  if (within === null) return ALL;
  return Prisma.sql`(${path} = ANY(${[...within]}::text[])
    OR EXISTS (SELECT FROM unnest(${[...within]}::text[]) AS top (path) WHERE starts_with(${path}, top.path || '#')))`;
}

/**
 * Whether an alert may be seen: one of its areas is open. One whose place is not known is not seen.
 * @param alertId the column
 */
export function seenAlert(scope: { id: number; within: AreaLimits }, alertId: Prisma.Sql): Prisma.Sql {
  if (scope.within === null) return ALL;
  return Prisma.sql`${alertId} IN (
    SELECT seen.alert_id FROM alert_places seen
    JOIN control_areas open ON open.tenancy_id = seen.tenancy_id AND open.id = seen.area_id
    WHERE seen.tenancy_id = ${scope.id} AND ${openPath(scope.within, Prisma.sql`open.path`)})`;
}

/**
 * When the last notification of a tenancy came, in SQL. What a secret of it fitted came from its service, also where
 * it was not understood; what none fitted, and our own tests, did not. `t` is the row of the tenancy. Null for never.
 */
export const LAST_NOTIFICATION = `(SELECT d.received_at FROM deliveries d
  WHERE d.tenancy_id = t.id AND NOT d.test AND d.outcome <> 'rejected' ORDER BY d.id DESC LIMIT 1)`;
