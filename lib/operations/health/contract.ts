/** Answer of `GET /api/health/ready`: each part is `ok`, or says what is wrong. */
export type Readiness = {
  database: "ok" | "down";
  /** `unknown` while the database is down. */
  migrations: "ok" | "pending" | "unknown";
  worker: "running" | "off" | "starting";
  /**
   * `waiting`: notifications wait on disk for the database; `full`: only the spool's reserve is left; `failed`: the spool
   * cannot be written or read; `damaged`: unreadable parts of it were set aside.
   */
  spool: "ok" | `waiting ${number}` | `full: ${string}` | `damaged ${number}` | `failed: ${string}`;
};

/**
 * Returns true if the database answers and has this program's tables, and there is space for notifications. Jobs and the
 * spool catch up automatically, so they do not count.
 */
export function isReady({ database, migrations, spool }: Readiness): boolean {
  return database === "ok" && migrations === "ok" && !/^(full|failed):/.test(spool);
}
