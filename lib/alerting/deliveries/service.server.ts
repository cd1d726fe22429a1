import "server-only";
import type { z } from "zod";
import type { ReplayCounts } from "@/lib/alerting/webhooks/contract";
import {
  listAdmissible,
  openRejected,
  replayCarrying,
  replayDeliveries,
} from "@/lib/alerting/webhooks/service.server";
import { AppError } from "@/lib/base/core/errors";
import { transaction } from "@/lib/base/db/transaction.server";
import { enqueue } from "@/lib/base/queue/service.server";
import type { QueryOf } from "@/lib/base/request/endpoint";
import { changeTenantId, resolveTenancy, visibleTenancies } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import type { Arrival } from "./arrival";
import type { Delivery, DeliveryDetail, listDeliveries } from "./contract";
import {
  type Counts,
  type DeliveryLine,
  deliveryId,
  type ListFilter,
  type Rates,
  type ReplayFilter,
  type ReplayStep,
  type SetAside,
  type Signer,
  type setAsideSchema,
} from "./list";
import {
  clearSetAside,
  countOutcomes,
  countRates,
  findCarriedId,
  findSigner,
  findStored,
  firstNotificationAt,
  listLines,
  listMissed,
  listReplayable,
  listStored,
  markSetAside,
  type StoredDelivery,
} from "./store.server";

/**
 * Lists a page of deliveries (role admin), newest first (docs/spec/http-contract.md "Read API"). Rejected requests belong
 * to no tenancy and are in every list: their sender may have meant any.
 * @throws AppError `forbidden`; `bad-request` on `tenant` or `cursor`
 */
export async function listDeliveriesPage(
  actor: Actor,
  query: QueryOf<typeof listDeliveries>,
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
 * Reads one delivery with its bytes (role admin): text if they are UTF-8, else `base64:` and base64.
 * @throws AppError `forbidden`, `not-found`
 */
export async function readDeliveryDetail(actor: Actor, id: string): Promise<DeliveryDetail> {
  requireAccess(actor, "admin");
  const found = deliveryId.safeParse(id).success ? await findStored(BigInt(id)) : null;
  if (!found) throw new AppError("not-found", `No delivery has the id ${id}.`);
  const { body, hash, ...delivery } = found;
  const opened = body && found.outcome === "rejected" ? openRejected(body, hash) : null;
  const bytes = opened ? opened.body : body;
  return {
    ...withTenant(delivery, await tenantNames(actor)),
    body: bytes && bodyText(bytes),
    signatureHeaders: opened && Object.keys(opened.signatures),
  };
}

/** Parses a cursor, which is the id of a page's last delivery. */
function readCursor(cursor: string | undefined): bigint | null {
  if (cursor === undefined) return null;
  if (deliveryId.safeParse(cursor).success) return BigInt(cursor);
  throw new AppError("bad-request", "cursor: give the nextCursor of the page before.", {
    parameter: "cursor",
  });
}

async function tenantNames(actor: Actor): Promise<Map<number, string>> {
  return new Map((await visibleTenancies(actor)).map(({ id, tenantId }) => [id, tenantId]));
}

function withTenant<T extends StoredDelivery>({ tenancyId, ...delivery }: T, names: Map<number, string>) {
  return { ...delivery, tenantId: tenancyId === null ? null : (names.get(tenancyId) ?? null) };
}

const PAGE = 50;

const HOURS = 48;

const DAYS = 14;

/**
 * Reads the list of deliveries for its page (role admin): counts by outcome, and lines, newest first.
 * @returns `older` is the `before` of the next page; null at the end
 * @throws AppError `forbidden`
 */
export async function readList(
  actor: Actor,
  filter: ListFilter,
): Promise<{ counts: Counts; lines: DeliveryLine[]; older: string | null }> {
  requireAccess(actor, "admin");
  const [counts, found] = await Promise.all([countOutcomes(filter), listLines(filter, PAGE + 1)]);
  const lines = found.slice(0, PAGE);
  return { counts, lines, older: found.length > PAGE ? (lines.at(-1)?.id ?? null) : null };
}

/**
 * Counts deliveries in each of the last 48 hours, or 14 days if the list shows more than a day (role admin).
 * @param zone IANA name, for the days
 * @throws AppError `forbidden`
 */
export async function readRates(
  actor: Actor,
  { tenant, period }: Pick<ListFilter, "tenant" | "period">,
  zone: string,
): Promise<Rates> {
  requireAccess(actor, "admin");
  const each = period === "day" ? "hour" : "day";
  const bars = await countRates({ tenant, each, bars: each === "hour" ? HOURS : DAYS, zone });
  return { each, zone, bars };
}

/**
 * Reads one delivery with its bytes and its signer (role admin).
 * @throws AppError `forbidden`, `not-found`
 */
export async function readWithSigner(actor: Actor, id: string): Promise<DeliveryDetail & { signer: Signer }> {
  const detail = await readDeliveryDetail(actor, id);
  return { ...detail, signer: await findSigner(BigInt(id)) };
}

/** Counts the deliveries of the last day by outcome (role admin). */
export async function countLastDay(actor: Actor): Promise<Counts> {
  requireAccess(actor, "admin");
  return countOutcomes({ period: "day" });
}

/** Deliveries replayed in one step; the page shows the progress after each. */
const STEP = 512;

/**
 * Replays deliveries (role admin): quarantined ones are applied if they are understood now, rejected ones if a present
 * secret fits.
 * @throws AppError `forbidden`
 */
export async function replayChosen(actor: Actor, ids: readonly string[]): Promise<ReplayCounts> {
  requireAccess(actor, "admin");
  const replayed = await replayDeliveries(ids, { by: actor.name });
  await recordReplay(actor, "delivery.taken-in-again", targetOf(ids), replayed);
  return replayed;
}

/**
 * Replays all deliveries that a filter finds, one step at a time.
 * @param after the end of the last step
 * @throws AppError `forbidden`
 */
export async function replayFound(actor: Actor, filter: ReplayFilter, after = "0"): Promise<ReplayStep> {
  requireAccess(actor, "admin");
  const ids = await listReplayable(filter, { after, take: STEP });
  const replayed = await replayDeliveries(ids, { by: actor.name });
  if (ids.length > 0) await recordReplay(actor, "delivery.taken-in-again", targetOf(ids), replayed);
  return { replayed, after: ids.length < STEP ? null : (ids.at(-1) ?? null) };
}

/**
 * Counts the rejected requests of the last seven days that the secrets of a tenancy fit now (role admin).
 * @throws AppError `forbidden`; `bad-request` on `tenant`
 */
export async function countAdmissible(actor: Actor, tenantId: string): Promise<number> {
  requireAccess(actor, "admin");
  const { id } = await resolveTenancy(actor, tenantId);
  return (await listAdmissible(id)).length;
}

/**
 * Replays the rejected requests of the last seven days that the secrets of a tenancy fit now (role admin).
 * @throws AppError `forbidden`; `bad-request` on `tenant`
 */
export async function admitRejected(actor: Actor, tenantId: string): Promise<ReplayCounts> {
  requireAccess(actor, "admin");
  const { id, name } = await resolveTenancy(actor, tenantId);
  const ids = await listAdmissible(id);
  const replayed = await replayDeliveries(ids, { by: actor.name, tenancyId: id });
  if (ids.length > 0) await recordReplay(actor, "tenancy.refused-requests-admitted", name, replayed);
  return replayed;
}

const targetOf = (ids: readonly string[]) =>
  ids.length === 1 ? `delivery ${ids[0]}` : `${ids.length} deliveries`;

async function recordReplay(
  actor: Actor,
  action: string,
  target: string,
  replayed: ReplayCounts,
): Promise<void> {
  const ended = Object.entries(replayed).filter(([, count]) => count > 0);
  const detail = Object.fromEntries(ended.map(([outcome, count]) => [outcome, String(count)]));
  await transaction((tx) => recordAudit(tx, actor, { action, target, detail }));
}

/**
 * Sets quarantined deliveries aside, with a reason (role admin): they stay stored, can be replayed, and no longer count as
 * a finding.
 * @throws AppError `forbidden`; `conflict` if none of them is still in quarantine
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
 * Returns deliveries that were set aside at an instant, or a single one, to quarantine (role admin).
 * @throws AppError `forbidden`; `conflict` if none of them is still set aside
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

/** After this time every process knows a new tenant id: secrets are re-read every five seconds. */
const KNOWN_EVERYWHERE_MS = 10_000;

/**
 * Reads whether notifications of a tenancy arrive, and which requests of the last day were not accepted (role admin).
 * @throws AppError `forbidden`; `bad-request` on `tenant`
 */
export async function readArrival(actor: Actor, tenantId: string): Promise<Arrival> {
  requireAccess(actor, "admin");
  const tenancy = await resolveTenancy(actor, tenantId);
  const [first, missed] = await Promise.all([
    firstNotificationAt(tenancy.id),
    listMissed(tenancy, MAX_MISSED),
  ]);
  return {
    firstAt: first?.toISOString() ?? null,
    missed,
    carriedId: first ? null : await findCarriedId(tenancy),
  };
}

/**
 * Changes the tenant id of a tenancy to the one that its notifications carry, and replays those that the mistyped id
 * quarantined (role admin).
 * @param ids the present one, and the one that notifications carry
 * @throws AppError `forbidden`; `bad-request` on `tenant`; `conflict` if no notification carries the id, another tenancy
 *   has it, the provisioning file names the tenancy, or a notification was accepted
 */
export async function adoptCarriedId(
  actor: Actor,
  { tenantId, carriedId }: { tenantId: string; carriedId: string },
): Promise<ReplayCounts> {
  requireAccess(actor, "admin");
  const tenancy = await resolveTenancy(actor, tenantId);
  if ((await findCarriedId(tenancy)) !== carriedId)
    throw new AppError(
      "conflict",
      `The newest notification does not carry the id ${carriedId}. Reload the page.`,
    );
  await changeTenantId(actor, tenantId, carriedId);
  const changed = { tenancyId: tenancy.id, tenantId: carriedId };
  // Other processes know the old id for some seconds, and may quarantine more notifications.
  await enqueue("replay-carried", changed, { runAt: new Date(Date.now() + KNOWN_EVERYWHERE_MS) });
  return replayCarrying(changed, actor.name);
}

/** Shows bytes as text if they are UTF-8, else as `base64:` and base64. */
function bodyText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return `base64:${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`;
  }
}
