import "server-only";
import type { z } from "zod";
import {
  listAdmissible,
  openRejected,
  type Replayed,
  replayCarrying,
  replayDeliveries,
} from "@/lib/alerting/webhooks/service.server";
import { AppError } from "@/lib/base/core/errors";
import { transaction } from "@/lib/base/db/transaction.server";
import { enqueue } from "@/lib/base/queue/service.server";
import { changeTenantId, resolveTenancy, visibleTenancies } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import type { Arrival } from "./arrival";
import type { DeliveriesQuery, Delivery, DeliveryDetail } from "./contract";
import type {
  Counts,
  LogFilter,
  LogLine,
  Rates,
  ReplayFilter,
  ReplayStep,
  SetAside,
  Signer,
  setAsideSchema,
} from "./log";
import {
  clearSetAside,
  countOutcomes,
  countRates,
  findCarriedId,
  findSigner,
  findStored,
  firstNotificationAt,
  listLogLines,
  listMissed,
  listReplayable,
  listStored,
  markSetAside,
  type StoredDelivery,
} from "./store.server";

const ID = /^\d{1,18}$/;

/**
 * A page of the log of deliveries (role admin), newest first. Rejected ones belong to no tenancy and stand in
 * every list: their sender may have meant any.
 * @throws AppError `forbidden`; `bad-request` on `tenant` or `cursor`
 */
export async function listDeliveriesPage(
  actor: Actor,
  query: DeliveriesQuery,
): Promise<{ items: Delivery[]; nextCursor: string | null }> {
  requireAccess(actor, "admin");
  const names = await tenantNames(actor);
  const tenancy = names.size === 0 && !query.tenant ? null : await resolveTenancy(actor, query.tenant);
  const found = await listStored({
    tenancyId: tenancy?.id ?? null,
    outcome: query.outcome,
    before: readCursor(query.cursor),
    limit: query.limit + 1,
  });
  const page = found.slice(0, query.limit);
  const nextCursor = found.length > query.limit ? (page.at(-1)?.id ?? null) : null;
  return { items: page.map((one) => withTenant(one, names)), nextCursor };
}

/**
 * One delivery with the bytes as they came (role admin): text where they are UTF-8, else `base64:` and base64.
 * @throws AppError `forbidden`, `not-found`
 */
export async function readDeliveryDetail(actor: Actor, id: string): Promise<DeliveryDetail> {
  requireAccess(actor, "admin");
  const found = ID.test(id) ? await findStored(BigInt(id)) : null;
  if (!found) throw new AppError("not-found", `No delivery has the id ${id}.`);
  const { body, hash, answeredInMs, request, ...delivery } = found;
  const opened = body && found.outcome === "rejected" ? openRejected(body, hash) : null;
  const bytes = opened ? opened.body : body;
  return {
    ...withTenant(delivery, await tenantNames(actor)),
    body: bytes && bodyText(bytes),
    answeredInMs,
    request,
    signatureHeaders: opened && Object.keys(opened.signatures),
  };
}

function readCursor(cursor: string | undefined): bigint | null {
  if (cursor === undefined) return null;
  if (ID.test(cursor)) return BigInt(cursor);
  throw new AppError("bad-request", "cursor: give the nextCursor of the page before.", {
    parameter: "cursor",
  });
}

async function tenantNames(actor: Actor): Promise<Map<number, string>> {
  return new Map((await visibleTenancies(actor)).map(({ id, tenantId }) => [id, tenantId]));
}

function withTenant({ tenancyId, ...delivery }: StoredDelivery, names: Map<number, string>): Delivery {
  return { ...delivery, tenantId: tenancyId === null ? null : (names.get(tenancyId) ?? null) };
}

const PAGE = 50;

const HOURS = 48;

const DAYS = 14;

/**
 * The log of deliveries for its page (role admin): counts by outcome, lines newest first, and whether older
 * ones follow.
 * @throws AppError `forbidden`
 */
export async function readLog(
  actor: Actor,
  filter: LogFilter,
): Promise<{ counts: Counts; lines: LogLine[]; older: string | null }> {
  requireAccess(actor, "admin");
  const [counts, found] = await Promise.all([countOutcomes(filter), listLogLines(filter, PAGE + 1)]);
  const lines = found.slice(0, PAGE);
  return { counts, lines, older: found.length > PAGE ? (lines.at(-1)?.id ?? null) : null };
}

/**
 * How many deliveries came in each of the last 48 hours, or of the last 14 days where the log shows more than a day
 * (role admin).
 * @param zone IANA name; its days are meant
 * @throws AppError `forbidden`
 */
export async function readRates(
  actor: Actor,
  { tenant, period }: Pick<LogFilter, "tenant" | "period">,
  zone: string,
): Promise<Rates> {
  requireAccess(actor, "admin");
  const each = period === "day" ? "hour" : "day";
  const bars = await countRates({ tenant, each, bars: each === "hour" ? HOURS : DAYS, zone });
  return { each, zone, bars };
}

/**
 * One delivery with its bytes and its signer (role admin).
 * @throws AppError `forbidden`, `not-found`
 */
export async function readLogEntry(actor: Actor, id: string): Promise<DeliveryDetail & { signer: Signer }> {
  const detail = await readDeliveryDetail(actor, id);
  return { ...detail, signer: await findSigner(BigInt(id)) };
}

/** How many deliveries of the last day had which outcome (role admin). */
export async function countLastDay(actor: Actor): Promise<Counts> {
  requireAccess(actor, "admin");
  return countOutcomes({ period: "day" });
}

/** One step ends here, so that an admin sees how far it is; the next one goes on. */
const STEP = 512;

/**
 * Takes deliveries in once more (role admin): those in quarantine are replayed, refused ones checked again with
 * the secrets of now.
 * @throws AppError `forbidden`
 */
export async function replayChosen(actor: Actor, ids: readonly string[]): Promise<Replayed> {
  requireAccess(actor, "admin");
  const replayed = await replayDeliveries(ids, { by: actor.name });
  await record(actor, "delivery.taken-in-again", targetOf(ids), replayed);
  return replayed;
}

/**
 * The same for all that the filter of the log finds, in steps.
 * @param after where the last step ended; left out for the first
 * @throws AppError `forbidden`
 */
export async function replayFound(actor: Actor, filter: ReplayFilter, after = "0"): Promise<ReplayStep> {
  requireAccess(actor, "admin");
  const ids = await listReplayable(filter, { after, take: STEP });
  const replayed = await replayDeliveries(ids, { by: actor.name });
  if (ids.length > 0) await record(actor, "delivery.taken-in-again", targetOf(ids), replayed);
  return { replayed, after: ids.length < STEP ? null : (ids.at(-1) ?? null) };
}

/**
 * How many refused requests of the last seven days the secrets of a tenancy fit now (role admin).
 * @throws AppError `forbidden`; `bad-request` on `tenant`
 */
export async function countAdmissible(actor: Actor, tenantId: string): Promise<number> {
  requireAccess(actor, "admin");
  const { id } = await resolveTenancy(actor, tenantId);
  return (await listAdmissible(id)).length;
}

/**
 * Admits the refused requests of the last seven days that the secrets of a tenancy fit now (role admin). The
 * others are left alone.
 * @throws AppError `forbidden`; `bad-request` on `tenant`
 */
export async function admitRejected(actor: Actor, tenantId: string): Promise<Replayed> {
  requireAccess(actor, "admin");
  const { id, name } = await resolveTenancy(actor, tenantId);
  const ids = await listAdmissible(id);
  const replayed = await replayDeliveries(ids, { by: actor.name, tenancyId: id });
  if (ids.length > 0) await record(actor, "tenancy.refused-requests-admitted", name, replayed);
  return replayed;
}

const targetOf = (ids: readonly string[]) =>
  ids.length === 1 ? `delivery ${ids[0]}` : `${ids.length} deliveries`;

async function record(actor: Actor, action: string, target: string, replayed: Replayed): Promise<void> {
  const ended = Object.entries(replayed).filter(([, count]) => count > 0);
  const detail = Object.fromEntries(ended.map(([outcome, count]) => [outcome, String(count)]));
  await transaction((tx) => recordAudit(tx, actor, { action, target, detail }));
}

/**
 * Sets deliveries in quarantine aside, with a reason (role admin): they stay as they are, can be replayed, and wait for
 * nobody any more, so that the alarm of them ends.
 * @throws AppError `forbidden`; `conflict` where none of them is left in quarantine
 */
export async function setAside(
  actor: Actor,
  { which, reason }: z.output<typeof setAsideSchema>,
): Promise<SetAside> {
  requireAccess(actor, "admin");
  return transaction(async (tx) => {
    const written = await markSetAside(tx, which, { by: actor.name, reason });
    if (!written)
      throw new AppError("conflict", "None of these waits in quarantine any more: somebody was quicker.");
    const { count, at } = written;
    const target = "ids" in which && which.ids.length === 1 ? `delivery ${which.ids[0]}` : words(count);
    await recordAudit(tx, actor, { action: "delivery.set-aside", target, detail: { reason } });
    return { count, at: at.toISOString() };
  });
}

/**
 * Takes it back, for all that were set aside at an instant or for one delivery (role admin).
 * @throws AppError `forbidden`; `conflict` where none of them is set aside any more
 */
export async function undoSetAside(actor: Actor, of: { at: Date } | { id: string }): Promise<void> {
  requireAccess(actor, "admin");
  await transaction(async (tx) => {
    const count = await clearSetAside(tx, of);
    if (count === 0) throw new AppError("conflict", "It is not set aside any more: somebody was quicker.");
    const target = "id" in of ? `delivery ${of.id}` : words(count);
    await recordAudit(tx, actor, { action: "delivery.set-aside-taken-back", target });
  });
}

const words = (count: number) => (count === 1 ? "1 delivery" : `${count} deliveries`);

const MAX_MISSED = 3;

/** Secrets are read every five seconds, with the tenancy that they are of. */
const KNOWN_EVERYWHERE_MS = 10_000;

/**
 * Whether notifications of a tenancy arrive, and what came in the last day without arriving (role admin).
 * @throws AppError `forbidden`; `bad-request` on `tenant`
 */
export async function readArrival(actor: Actor, tenantId: string): Promise<Arrival> {
  requireAccess(actor, "admin");
  const { id } = await resolveTenancy(actor, tenantId);
  const [first, missed] = await Promise.all([firstNotificationAt(id), listMissed(id, MAX_MISSED)]);
  return {
    firstAt: first?.toISOString() ?? null,
    missed,
    carriedId: first ? null : await findCarriedId(id),
  };
}

/**
 * Gives a tenancy the id that its notifications carry, while none was accepted, and takes in those that the mistyped
 * one kept out (role admin).
 * @param ids the one that was entered, and the one that came
 * @throws AppError `forbidden`; `bad-request` on `tenant`; `conflict` where no notification carries the id, where
 *   another tenancy has it, while the provisioning file names the tenancy, or once a notification was accepted
 */
export async function adoptCarriedId(
  actor: Actor,
  { tenantId, carriedId }: { tenantId: string; carriedId: string },
): Promise<Replayed> {
  requireAccess(actor, "admin");
  const { id } = await resolveTenancy(actor, tenantId);
  if ((await findCarriedId(id)) !== carriedId)
    throw new AppError(
      "conflict",
      `The newest notification does not carry the id ${carriedId}. Reload the page.`,
    );
  await changeTenantId(actor, tenantId, carriedId);
  // Processes know the old id for some seconds yet: what they keep out meanwhile is taken in then.
  const runAt = new Date(Date.now() + KNOWN_EVERYWHERE_MS);
  await enqueue("replay-carried", { tenancyId: id, tenantId: carriedId }, { runAt });
  return replayCarrying({ tenancyId: id, tenantId: carriedId }, actor.name);
}

/** Bytes for a page: text where they are UTF-8, else `base64:` and their base64. */
export function bodyText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return `base64:${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`;
  }
}
