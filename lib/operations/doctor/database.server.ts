import "server-only";
import { bad, type Finding, ok, warn } from "./contract";
import { readMigrations, readServer, secondsSinceBeat } from "./store.server";

const OLDEST = 150_000;
/** What the pools of one process may open. */
const OF_A_PROCESS = 16;

/** The server: its version, its time zone, whether it can be written, and its migrations. */
export async function lookAtDatabase(): Promise<Finding[]> {
  const server = await readServer();
  if (!server) return [bad("The database says nothing of itself", "Look at its log.")];
  const findings = [
    server.number >= OLDEST
      ? ok(`The database answers: Postgres ${server.version}, ${server.bytes}`)
      : bad(`The database runs Postgres ${server.version}`, "Upgrade it to 15 or newer."),
  ];
  if (server.zone !== "UTC")
    findings.push(
      bad(
        `Sessions of the database have the time zone ${server.zone}`,
        "Let the pooler before it pass the option timezone=UTC.",
      ),
    );
  if (server.readOnly)
    findings.push(
      bad("The database is a standby and cannot be written", "Name the primary one in DATABASE_URL."),
    );
  if (server.connections < 2 * OF_A_PROCESS)
    findings.push(
      warn(
        `The database takes ${server.connections} connections`,
        `Each process of Leafwatch opens up to ${OF_A_PROCESS}: raise max_connections, or put PgBouncer before it.`,
      ),
    );
  return [...findings, await lookAtMigrations()];
}

async function lookAtMigrations(): Promise<Finding> {
  const { missing, foreign } = await readMigrations();
  if (foreign > 0)
    return bad(
      "A migration of the database did not finish",
      "Restore a backup, or see what it says at a start.",
    );
  if (missing.length === 0) return ok("The database has every migration of this version");
  return warn(`The database lacks ${missing.length} migrations`, "The next start applies them.");
}

/** Whether some process runs the background jobs. */
export async function lookAtWorkers(): Promise<Finding> {
  const seconds = await secondsSinceBeat();
  if (seconds !== null && seconds < 60) return ok("Background jobs run");
  const since = seconds === null ? "has ever run" : `has run for ${Math.round(seconds / 60)} minutes`;
  return warn(
    `No process ${since} that runs background jobs`,
    "Start Leafwatch; of several processes one at least needs LEAFWATCH_WORKER inline or only.",
  );
}
