import "server-only";
import { readHighCoverage } from "@/lib/alerting/notices/service.server";
import { AppError } from "@/lib/base/core/errors";
import { DAY_MS } from "@/lib/base/core/time";
import { env } from "@/lib/base/env/env.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { lastBackup, readBackupState } from "@/lib/operations/backup/service.server";
import { checkProvisioning } from "@/lib/operations/provisioning/service.server";
import { countSealed } from "@/lib/operations/rotation/service.server";
import { judgeBackups } from "./backup-age";
import { bad, describeAge, type Finding, ok, warn } from "./contract";
import {
  lookAtDataDir,
  lookAtNode,
  lookAtPort,
  lookAtReceiver,
  lookAtSpool,
  lookAtUrl,
} from "./machine.server";
import { lookOutside } from "./outside.server";
import {
  readMigrations,
  readServer,
  readTenancies,
  secondsSinceBeat,
  type TenancyState,
} from "./store.server";

export { NO_SPACE_BYTES } from "./machine.server";
export { lookOutside } from "./outside.server";
export { readServer } from "./store.server";

type Look = () => Finding | Finding[] | Promise<Finding | Finding[]>;

/**
 * Checks everything that Leafwatch depends on, and says what to do about each fault (role admin). Changes nothing.
 * @param databaseFault why the database cannot be used, if that is already known
 */
export async function examine(actor: Actor, databaseFault: string | null): Promise<Finding[]> {
  const system = await examineSystem(actor, databaseFault);
  if (databaseFault !== null) return system;
  return [...system, ...(await findAll([lookAtTenancies, () => lookAtNotices(actor)]))];
}

/** The checks of {@link examine} without those of single tenancies (role admin). */
export function examineSystem(actor: Actor, databaseFault: string | null): Promise<Finding[]> {
  requireAccess(actor, "admin");
  return findAll([
    lookAtNode,
    lookAtUrl,
    lookAtPort,
    lookAtDataDir,
    lookAtSpool,
    lookAtReceiver,
    lookAtProvisioning,
    ...(databaseFault === null
      ? [lookAtDatabase, () => lookAtKeys(actor), lookAtWorkers, () => lookAtBackups(actor), lookAtOutside]
      : [() => bad("The database cannot be used", databaseFault)]),
  ]);
}

async function findAll(looks: readonly Look[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const look of looks) findings.push(...[await orFault(look)].flat());
  return findings;
}

async function orFault(look: Look) {
  try {
    return await look();
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return bad("This could not be looked at", said);
  }
}

async function lookAtProvisioning(): Promise<Finding> {
  const { LEAFWATCH_PROVISION: file } = env();
  if (file === undefined) return ok("There is no provisioning file");
  try {
    await checkProvisioning(file);
    return ok(`The provisioning file ${file} is right`);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return bad(`The provisioning file ${file} is wrong`, error.message);
  }
}

async function lookAtKeys(actor: Actor): Promise<Finding> {
  const { opened, lost } = await countSealed(actor);
  if (lost === 0) return ok(`The keys open all ${opened} stored secrets`);
  return bad(
    `The keys open ${opened} stored secrets and ${lost} not`,
    "Put the key back that sealed them (LEAFWATCH_SECRET_KEYS, else the data folder's secret-keys), or enter those secrets again.",
  );
}

async function lookAtBackups(actor: Actor): Promise<Finding[]> {
  const [state, last] = await Promise.all([readBackupState(actor), lastBackup(actor)]);
  return judgeBackups({ ...state, madeAt: last?.startedAt ?? null }, new Date());
}

/** Checks certificates and clocks. */
async function lookAtOutside(): Promise<Finding[]> {
  const { certificates, clocks } = await lookOutside(new Date());
  return [...certificates, ...clocks].map(({ finding }) => finding);
}

async function lookAtTenancies(): Promise<Finding[]> {
  const tenancies = await readTenancies();
  if (tenancies.length === 0)
    return [
      warn("No tenancy is connected", "Connect one.", {
        ...{ href: "/admin/tenancies", name: "Tenancies" },
      }),
    ];
  return tenancies.flatMap(({ name, tenantId, lastNotificationAt, lastReadingAt, lastError, ...rest }) => {
    const page = { href: tenancyPage(tenantId), name };
    const notifications =
      rest.webhookSecrets === 0
        ? warn(
            `${name} has no webhook secret`,
            "Enter it on the tenancy's page: without it no alert comes in.",
            page,
          )
        : lastNotificationAt
          ? ok(`${name}: the last notification came ${describeAge(lastNotificationAt)}`)
          : warn(`${name}: no notification has come yet`, "Send a test from the tenancy's page.", page);
    return [notifications, ...(rest.syncEnabled ? [lookAtHistory({ name, lastReadingAt, lastError })] : [])];
  });
}

/** Checks that somebody is told of HIGH alerts wherever alerts can come in. */
async function lookAtNotices(actor: Actor): Promise<Finding[]> {
  const [tenancies, high] = await Promise.all([readTenancies(), readHighCoverage(actor)]);
  return tenancies
    .filter(({ webhookSecrets, tenantId }) => webhookSecrets > 0 && high.get(tenantId)?.people === 0)
    .map(({ name, tenantId }) =>
      warn(`${name}: nobody is told of HIGH alerts`, "Make a rule for the team.", {
        href: `${tenancyPage(tenantId)}/notices`,
        name: "Team notices",
      }),
    );
}

const tenancyPage = (tenantId: string) => `/admin/tenancies/${encodeURIComponent(tenantId)}`;

function lookAtHistory(of: Pick<TenancyState, "name" | "lastReadingAt" | "lastError">): Finding {
  const { name, lastReadingAt, lastError } = of;
  const newest = lastReadingAt
    ? `its newest reading is of ${describeAge(lastReadingAt)}`
    : "it has no reading yet";
  if (lastError) return warn(`${name}: ${newest}; the last fetch failed`, lastError);
  const old = !lastReadingAt || Date.now() - lastReadingAt.getTime() > DAY_MS;
  if (!old) return ok(`${name}: ${newest}`);
  return warn(`${name}: ${newest}`, "See what is missing.", {
    ...{ href: "/admin/health", name: "Data health" },
  });
}

const OLDEST = 150_000;

/** Connections that the pools of one process may open. */
const OF_A_PROCESS = 16;

/** Checks the database server: version, time zone, write access and migrations. */
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

/** Checks that a process runs the background jobs. */
export async function lookAtWorkers(): Promise<Finding> {
  const seconds = await secondsSinceBeat();
  if (seconds !== null && seconds < 60) return ok("Background jobs run");
  const since = seconds === null ? "has ever run" : `has run for ${Math.round(seconds / 60)} minutes`;
  return warn(
    `No process ${since} that runs background jobs`,
    "Start Leafwatch; of several processes one at least needs LEAFWATCH_WORKER inline or only.",
  );
}
