import "server-only";
import type { z } from "zod";
import { AppError } from "@/lib/base/core/errors";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { env } from "@/lib/base/env/env.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import type { listOutages, Outage } from "./contract";
import { isWrittenDown } from "./lives";
import { findOutages } from "./store.server";
import { OutageWatch } from "./watch.server";

const held = processSingleton<{ outages: OutageWatch }>();

/** One a process: pages and background work are separate bundles. */
function watch(): OutageWatch {
  held.outages ??= new OutageWatch();
  return held.outages;
}

/**
 * Begins the signs of life of this process, unless it only runs jobs: one that is not reached by notifications
 * must not hide that none could come in. For the start of the server; more than once does nothing.
 * @param hasRoom whether a notification could be stored now
 */
export function watchOutages(hasRoom?: () => Promise<boolean>): void {
  if (env().LEAFWATCH_WORKER === "only") return;
  const begun = watch();
  begun.start(hasRoom);
  for (const name of ["SIGTERM", "SIGINT"] as const) process.once(name, () => begun.stop());
}

/** A signed notification could be kept nowhere and was answered 503: a time without reception begins. Costs nothing. */
export function noteUnkept(at: Date): void {
  watch().noteUnkept(at);
}

/** A notification was kept: the time without reception, if there was one, is over. Costs nothing. */
export function noteKept(at: Date): void {
  watch().noteKept(at);
}

type Query = z.output<NonNullable<typeof listOutages.query>>;

/**
 * The times in which no notification could be received, newest first. Times RFC 3339 UTC; none lies in the future,
 * whatever the clock did.
 * @throws AppError `bad-request` on `from` after `to`
 */
export async function outagesOf(
  actor: Actor,
  { from, to }: Query,
  now = new Date(),
): Promise<{ items: Outage[] }> {
  requireAccess(actor, "screen");
  if (from && to && from > to) throw new AppError("bad-request", "from is after to.", { parameter: "from" });
  // Before the ledger is read: what is written down meanwhile stands in both, and not in neither.
  const pending = pendingOutages(from, to);
  const stored = await findOutages(from, to);
  const items = [...pending.filter((one) => !isWrittenDown(one, stored)), ...stored]
    .filter(({ startedAt }) => Date.parse(startedAt) <= now.getTime())
    .map((outage) => ({ ...outage, endedAt: endOf(outage, now) }))
    .sort((one, other) => Date.parse(other.startedAt) - Date.parse(one.startedAt));
  return { items };
}

function endOf({ endedAt }: Outage, now: Date): string | null {
  return endedAt !== null && Date.parse(endedAt) > now.getTime() ? now.toISOString() : endedAt;
}

/** What this process knows and the database could not be told: it may answer reads and yet keep nothing. */
function pendingOutages(from: Date | undefined, to: Date | undefined): Outage[] {
  return watch()
    .pending()
    .filter((one) => (!to || one.from <= to.getTime()) && (!from || (one.to ?? Infinity) >= from.getTime()))
    .map((one) => ({
      startedAt: new Date(one.from).toISOString(),
      endedAt: one.to === null ? null : new Date(one.to).toISOString(),
      cause: "storage",
    }));
}
