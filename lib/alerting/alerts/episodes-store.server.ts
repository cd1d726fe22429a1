import "server-only";
import { Prisma } from "@/generated/prisma/client";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { type Pair, REPLACED_WITHIN_MINUTES } from "./episodes";

const begins = (alias: string) => Prisma.raw(`coalesce(${alias}.raised_at, ${alias}.first_event_at)`);

/** Two alerts of one job and kind (and one control area, where both name theirs) that follow on each other. */
const follows = Prisma.sql`p.tenancy_id = s.tenancy_id AND p.job_id = s.job_id AND p.close_reason = 'REPLACED'
  AND p.alert_id <> s.alert_id
  AND p.type IS NOT DISTINCT FROM s.type AND p.category IS NOT DISTINCT FROM s.category
  AND (p.control_area_id IS NULL OR s.control_area_id IS NULL OR p.control_area_id = s.control_area_id)
  AND ${begins("p")} < ${begins("s")}
  AND ${begins("s")} BETWEEN p.closed_at - make_interval(mins => ${REPLACED_WITHIN_MINUTES}::int)
    AND p.closed_at + make_interval(mins => ${REPLACED_WITHIN_MINUTES}::int)`;

/** All pairs that could be an episode with one of the alerts in it, and those that compete with them. */
export async function findPairs(tenancyId: number, alertIds: readonly string[]): Promise<Pair[]> {
  const rows = await getPrisma().$queryRaw<
    { earlierId: string; laterId: string; since: Date; closedAt: Date; begins: Date }[]
  >`
    WITH asked AS MATERIALIZED (
      SELECT * FROM alerts WHERE tenancy_id = ${tenancyId} AND alert_id = ANY(${alertIds}::text[])
    ), replaced AS MATERIALIZED (
      SELECT * FROM asked WHERE close_reason = 'REPLACED'
      UNION
      SELECT p.* FROM asked s JOIN alerts p ON ${follows} WHERE p.tenancy_id = ${tenancyId}
    )
    SELECT p.alert_id AS "earlierId", s.alert_id AS "laterId", ${begins("p")} AS since,
      p.closed_at AS "closedAt", ${begins("s")} AS begins
    FROM replaced p JOIN alerts s ON ${follows} WHERE s.tenancy_id = ${tenancyId}`;
  return rows.map(({ since, closedAt, begins: at, ...ids }) => ({
    ...ids,
    since: since.getTime(),
    closedAt: closedAt.getTime(),
    begins: at.getTime(),
  }));
}
