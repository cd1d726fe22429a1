import "server-only";
import { Prisma } from "@/generated/prisma/client";
import type { AreaLimits } from "@/lib/base/core/area-limits";

/** Area limits (lib/base/core/area-limits.ts) in SQL, for people who have some: never null. */

const ALL = Prisma.sql`true`;

/** SQL condition: the area of a path is open. @param path the column, whose table must not be called `top` */
export function openPath(within: AreaLimits, path: Prisma.Sql): Prisma.Sql {
  if (within === null) return ALL;
  return Prisma.sql`(${path} = ANY(${[...within]}::text[])
    OR EXISTS (SELECT FROM unnest(${[...within]}::text[]) AS top (path) WHERE starts_with(${path}, top.path || '#')))`;
}

/** SQL condition: the area `c` is in one of some scopes, or of another tenancy. */
export function openAreas(scopes: readonly { id: number; within: AreaLimits }[]): Prisma.Sql {
  const limited = scopes.filter(({ within }) => within !== null);
  if (limited.length === 0) return ALL;
  const whole = Prisma.sql`c.tenancy_id <> ALL(${limited.map(({ id }) => id)}::int[])`;
  const own = limited.map(
    ({ id, within }) => Prisma.sql`(c.tenancy_id = ${id} AND ${openPath(within, Prisma.sql`c.path`)})`,
  );
  return Prisma.sql`(${Prisma.join([whole, ...own], " OR ")})`;
}

/**
 * SQL condition: an alert is visible, because one of its areas is open. Alerts without a known place are not.
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
 * SQL expression: when the last notification of a tenancy came, null for never. Every delivery with a valid signature counts,
 * understood or not; rejected ones and our own tests do not. `t` is the row of the tenancy.
 */
export const LAST_NOTIFICATION = `(SELECT d.received_at FROM deliveries d
  WHERE d.tenancy_id = t.id AND NOT d.test AND d.outcome <> 'rejected' ORDER BY d.id DESC LIMIT 1)`;
