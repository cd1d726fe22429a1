import { randomBytes } from "node:crypto";
import { startTestCluster, createDatabaseOn } from "/work/main/tests/support/cluster";
const cluster = await startTestCluster();
try {
  const db = await createDatabaseOn(cluster.adminUrl);
  process.env.DATABASE_URL = db.url; process.env.LEAFWATCH_SECRET_KEYS = randomBytes(32).toString("base64");
  const { getPool, closePool } = await import("@/lib/db/pool.server");
  const pool = getPool();
  await pool.query("INSERT INTO tenancies (tenant_id,name,time_zone,updated_at) VALUES ('T','T','Europe/Amsterdam',now())");
  await pool.query("INSERT INTO jobs (tenancy_id, job_id) SELECT 1, 'J'||n FROM generate_series(1,5) n");
  // 5000 areas: 10 sites, 50 zones, 4940 benches
  await pool.query("INSERT INTO control_areas (tenancy_id,path,name,depth) SELECT 1,'S'||n,'S'||n,0 FROM generate_series(1,10) n");
  await pool.query("INSERT INTO control_areas (tenancy_id,path,name,depth) SELECT 1,'S'||(n%10+1)||'#Z'||n,'Z'||n,1 FROM generate_series(1,50) n");
  await pool.query("INSERT INTO control_areas (tenancy_id,path,name,depth,has_readings) SELECT 1,'S'||((n%50+1)%10+1)||'#Z'||(n%50+1)||'#B'||n,'B'||n,2,true FROM generate_series(1,4940) n");
  console.time("seed");
  // 3 days hourly for all benches; a year for 20 benches
  await pool.query(`INSERT INTO readings (tenancy_id,area_id,job_id,at,health,efficiency,alpha,productivity,pei,ppfd)
    SELECT 1, c.id, 1, now_h - n*interval '1 hour', CASE WHEN n%24<10 THEN 80 END, 70,0,5,1,300 FROM control_areas c, generate_series(0,71) n, (SELECT date_trunc('hour',now()) - interval '1 hour' AS now_h) x WHERE depth=2`);
  await pool.query(`INSERT INTO readings (tenancy_id,area_id,job_id,at,health,efficiency,alpha,productivity,pei,ppfd)
    SELECT 1, c.id, n/2000+1, now_h - n*interval '1 hour', CASE WHEN n%24<10 THEN 80 END, 70,0,5,1,300 FROM (SELECT * FROM control_areas WHERE depth=2 AND path LIKE 'S1#Z10#%' LIMIT 40) c, generate_series(72,8759) n, (SELECT date_trunc('hour',now()) - interval '1 hour' AS now_h) x`);
  await pool.query("INSERT INTO job_areas SELECT tenancy_id,area_id,job_id,min(at),max(at) FROM readings GROUP BY 1,2,3");
  for (const [bit,col] of [[0,'health'],[1,'efficiency'],[7,'ppfd']] as const)
    await pool.query(`INSERT INTO daily_readings SELECT tenancy_id,area_id,job_id,${bit},(at AT TIME ZONE 'Europe/Amsterdam')::date,sum(${col}),min(${col}),max(${col}),count(${col}),0 FROM readings WHERE ${col} IS NOT NULL GROUP BY 1,2,3,5`);
  await pool.query("INSERT INTO alerts (tenancy_id,alert_id,shape,rank,status,first_event_at,last_event_at,job_id,incomplete,notifications) SELECT 1,'A'||n,'alert',n%4,'open',now(),now(),'J1',false,1 FROM generate_series(1,200) n");
  await pool.query("INSERT INTO alert_places (tenancy_id,alert_id,area_id,certainty) SELECT 1,'A'||n,60+n+k,'inferred' FROM generate_series(1,200) n, generate_series(1,5) k");
  await pool.query("ANALYZE");
  console.timeEnd("seed");
  const { SYSTEM } = await import("@/lib/auth/system.server");
  const areas = await import("@/lib/areas/service.server");
  const series = await import("@/lib/series/service.server");
  const { exportReadingsOf } = await import("@/lib/series/export-service.server");
  const q = (o: object) => ({ tenant: undefined, resolution: "auto" as const, includeFilled: true, index: ["HEALTH"], area: "S1", ...o }) as never;
  const time = async (name: string, f: () => Promise<unknown>) => { await f(); const t=performance.now(); const r = await f(); console.log(name, (performance.now()-t).toFixed(0)+" ms", JSON.stringify(r)?.length); return r as never; };
  await time("areas", () => areas.listAreasOf(SYSTEM, {}));
  await time("overview", () => areas.overviewOf(SYSTEM, {}));
  await time("sparks roots", () => areas.sparksOf(SYSTEM, { hours: 72, index: "HEALTH" } as never));
  await time("jobs", () => areas.jobsOf(SYSTEM, {} as never));
  const year = new Date(Date.now()-364*86400e3);
  await time("series S1 3d 6 idx", () => series.readSeriesOf(SYSTEM, q({ from: new Date(Date.now()-3*86400e3), index: ["HEALTH","EFFICIENCY","ALPHA","PRODUCTIVITY","PEI","PPFD"] })));
  await time("series zone 30d", () => series.readSeriesOf(SYSTEM, q({ area: "S1#Z10", index: ["HEALTH","EFFICIENCY","PPFD"] })));
  await time("series zone 365d auto (days)", () => series.readSeriesOf(SYSTEM, q({ area: "S1#Z10", from: year, index: ["HEALTH","EFFICIENCY","PPFD"] })));
  await time("series zone 365d unfilled", () => series.readSeriesOf(SYSTEM, q({ area: "S1#Z10", from: year, includeFilled: false, index: ["HEALTH","EFFICIENCY","PPFD"] })));
  await time("series zone 365d hour", () => series.readSeriesOf(SYSTEM, q({ area: "S1#Z10", from: year, resolution: "hour", index: ["HEALTH","EFFICIENCY","PPFD"] })));
  await time("series bench 30d", async () => series.readSeriesOf(SYSTEM, q({ area: (await pool.query("SELECT path FROM control_areas WHERE path LIKE 'S1#Z10#%' LIMIT 1")).rows[0].path })));
  const t = performance.now(); let bytes=0; for await (const part of await exportReadingsOf(SYSTEM, { area: "S1#Z10" } as never)) bytes += part.length; console.log("csv", (performance.now()-t).toFixed(0), "ms", (bytes/1e6).toFixed(0), "MB", (process.memoryUsage().rss/1e6).toFixed(0), "MB rss");
  await closePool();
} finally { await cluster.stop(); }
