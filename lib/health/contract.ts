/** What `GET /api/health/ready` says of each part: `ok`, or in a word what is wrong. */
export type Readiness = {
  database: "ok" | "down";
  /** `unknown` while the database is down. */
  migrations: "ok" | "pending" | "unknown";
  worker: "running" | "off" | "starting";
  /** Whether notifications wait on disk for the database, and whether more could. */
  spool: "ok" | `waiting ${number}` | `failed: ${string}`;
};

/** Ready to serve: the database answers and has this program's tables. Jobs and the spool catch up by themselves. */
export function isReady(readiness: Readiness): boolean {
  return readiness.database === "ok" && readiness.migrations === "ok";
}
