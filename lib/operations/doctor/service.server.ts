import "server-only";
import { AppError } from "@/lib/base/core/errors";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/base/core/time";
import { env } from "@/lib/base/env/env.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { checkProvisioning } from "@/lib/operations/provisioning/service.server";
import { countSealed } from "@/lib/operations/rotation/service.server";
import { bad, type Finding, ok, warn } from "./contract";
import { lookAtDatabase, lookAtWorkers } from "./database.server";
import { lookAtDataDir, lookAtNode, lookAtPort, lookAtSpool, lookAtUrl } from "./machine.server";
import { readTenancies, type TenancyState } from "./store.server";

/**
 * Looks at everything that Leafwatch stands on, and says what to do about what is wrong (role admin). Changes nothing.
 * @param databaseFault why there is no database to ask, where that is known already
 */
export async function examine(actor: Actor, databaseFault: string | null): Promise<Finding[]> {
  requireAccess(actor, "admin");
  const looks: (() => Finding | Finding[] | Promise<Finding | Finding[]>)[] = [
    lookAtNode,
    lookAtUrl,
    lookAtPort,
    lookAtDataDir,
    lookAtSpool,
    lookAtProvisioning,
    ...(databaseFault === null
      ? [lookAtDatabase, () => lookAtKeys(actor), lookAtWorkers, lookAtTenancies]
      : [() => bad("The database cannot be used", databaseFault)]),
  ];
  const findings: Finding[] = [];
  for (const look of looks) findings.push(...[await orFault(look)].flat());
  return findings;
}

async function orFault(look: () => Finding | Finding[] | Promise<Finding | Finding[]>) {
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

async function lookAtTenancies(): Promise<Finding[]> {
  const tenancies = await readTenancies();
  if (tenancies.length === 0) return [warn("No tenancy is connected", "Connect one under Admin, Tenancies.")];
  return tenancies.flatMap(({ name, lastNotificationAt, lastReadingAt, lastError, ...rest }) => [
    rest.webhookSecrets === 0
      ? warn(`${name} has no webhook secret`, "Enter it on the tenancy's page: without it no alert comes in.")
      : lastNotificationAt
        ? ok(`${name}: the last notification came ${agoOf(lastNotificationAt)}`)
        : warn(`${name}: no notification has come yet`, "Send a test from the tenancy's page."),
    ...(rest.syncEnabled ? [lookAtHistory({ name, lastReadingAt, lastError })] : []),
  ]);
}

function lookAtHistory(of: Pick<TenancyState, "name" | "lastReadingAt" | "lastError">): Finding {
  const { name, lastReadingAt, lastError } = of;
  const newest = lastReadingAt ? `its newest reading is of ${agoOf(lastReadingAt)}` : "it has no reading yet";
  if (lastError) return warn(`${name}: ${newest}; the last fetch failed`, lastError);
  const old = !lastReadingAt || Date.now() - lastReadingAt.getTime() > DAY_MS;
  return old ? warn(`${name}: ${newest}`, "Look at Admin, Data health.") : ok(`${name}: ${newest}`);
}

function agoOf(at: Date): string {
  const ms = Date.now() - at.getTime();
  if (ms < 90_000) return "a minute ago";
  if (ms < 2 * HOUR_MS) return `${Math.round(ms / MINUTE_MS)} minutes ago`;
  return ms < 2 * DAY_MS ? `${Math.round(ms / HOUR_MS)} hours ago` : `${Math.round(ms / DAY_MS)} days ago`;
}
