// A store as large as a farm's year: 200 areas, eight indices, every hour; 14 million values and their days.

import type pg from "pg";
import { ROLL_UP_PAIRS } from "@/lib/farm/readings/roll-up-store.server";

export const AREAS = 200;
/** Number of areas below each parent. */
export const BELOW = 50;
export const FIRST = "2025-11-01T00:00:00Z";
const HOURS = 8_760;
export const LAST = new Date(Date.parse(FIRST) + (HOURS - 1) * 3_600_000).toISOString();
export const ZONE = "Europe/Amsterdam";
export const PARENT = "Farm#House 1";
export const ONE_AREA = "Farm#House 1#Bench 7";

/** Fills the only tenancy of a database hour by hour, each with all areas, as a farm's readings arrive. */
export async function fillStore(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ id: number }>("UPDATE tenancies SET time_zone = $1 RETURNING id", [
    ZONE,
  ]);
  const id = rows[0]?.id ?? 0;
  await addPlaces(client, id);
  await client.query(
    `INSERT INTO readings (tenancy_id, area_id, job_id, at, health, efficiency, alpha, productivity, pei, dpi, dli, ppfd, filled)
     SELECT $1, n, n, $2::timestamptz + h * interval '1 hour',
       floor(700 + 80 * sin(h / 300.0 + n) + 30 * random()) / 10, floor(400 + 100 * random()) / 10,
       floor(-50 + 100 * random()) / 10, floor(150 + 100 * random()) / 10, floor(-300 + 600 * random()) / 10,
       floor(h % 24 * 5 + 9 * random()) / 10, floor(h % 24 * 6 + 9 * random()) / 10,
       floor(greatest(0, sin(h * 0.2618) * 4000 + 500 * random())) / 10,
       CASE WHEN random() < 0.03 THEN 31 ELSE 0 END
     FROM generate_series(0, ${HOURS - 1}) h, generate_series(1, ${AREAS}) n`,
    [id, FIRST],
  );
  await rollUp(client, id);
  await client.query("VACUUM (ANALYZE) readings");
  await client.query("VACUUM ANALYZE");
}

async function addPlaces(client: pg.Client, id: number): Promise<void> {
  await client.query(
    "INSERT INTO jobs (tenancy_id, id, job_id) SELECT $1, n, 'JOB_' || n FROM generate_series(1, $2::int) n",
    [id, AREAS],
  );
  const house = `1 + (n - 1) / ${BELOW}`;
  await client.query(
    `INSERT INTO control_areas (tenancy_id, id, path, name, parent_id, depth, has_readings)
     SELECT $1, 1000, 'Farm', 'Farm', NULL::int, 0, false
     UNION ALL SELECT DISTINCT $1::int, 1000 + ${house}, 'Farm#House ' || ${house}, 'House ' || ${house}, 1000, 1, false
       FROM generate_series(1, $2::int) n
     UNION ALL SELECT $1, n, 'Farm#House ' || ${house} || '#Bench ' || n, 'Bench ' || n, 1000 + ${house}, 2, true
       FROM generate_series(1, $2::int) n`,
    [id, AREAS],
  );
  await client.query(
    `INSERT INTO job_areas (tenancy_id, area_id, job_id, first_at, last_at)
     SELECT $1, n, n, $3, $4 FROM generate_series(1, $2::int) n`,
    [id, AREAS, FIRST, LAST],
  );
}

/** Computes the daily values with the importer's SQL, and stores them day by day, as they arrive in real use. */
async function rollUp(client: pg.Client, id: number): Promise<void> {
  const areas = Array.from({ length: AREAS }, (_, n) => n + 1);
  await client.query("INSERT INTO roll_ups (tenancy_id, time_zone) VALUES ($1, $2)", [id, ZONE]);
  await client.query(ROLL_UP_PAIRS, [id, ZONE, areas, areas]);
  await client.query(
    "INSERT INTO daily_readings SELECT * FROM next_daily_readings ORDER BY day, area_id, index",
  );
  await client.query("TRUNCATE next_daily_readings");
}
