/** What `GET /api/health/ready` says of each part: `ok`, or in a word what is wrong. */
export type Readiness = {
  database: "ok" | "down";
  /** `unknown` while the database is down. */
  migrations: "ok" | "pending" | "unknown";
  worker: "running" | "off" | "starting";
  /**
   * Whether notifications wait on disk for the database, and whether more could: `full` where there is room for no more
   * than the spool's reserve, `failed` where nothing can be written or read; `damaged` where
   * pieces of what waited were set aside unread.
   */
  spool: "ok" | `waiting ${number}` | `full: ${string}` | `damaged ${number}` | `failed: ${string}`;
};

/**
 * Ready to serve: the database answers and has this program's tables, and there is room to keep what comes. Jobs, and
 * what waits in the spool, catch up by themselves.
 */
export function isReady({ database, migrations, spool }: Readiness): boolean {
  return database === "ok" && migrations === "ok" && !/^(full|failed):/.test(spool);
}
