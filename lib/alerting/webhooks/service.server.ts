import "server-only";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { placeAlerts } from "@/lib/alerting/alerts/service.server";
import { AppError } from "@/lib/base/core/errors";
import { groupBy } from "@/lib/base/core/group-by";
import { log } from "@/lib/base/request/log.server";
import type { WebhookKey } from "@/lib/farm/tenancies/contract";
import { webhookKeys } from "@/lib/farm/tenancies/service.server";
import { notApplied, type Received, type Stored, storeOnce, untilFirst } from "./batch.server";
import type { KeptNotification } from "./contract";
import { findSigner } from "./judge.server";
import { type Parsed, parseNotification } from "./parse";
import { tryOpenRejected } from "./rejected.server";
import {
  frameOf,
  fromRecord,
  HEAD_BYTES,
  headOf,
  newHead,
  readFrames,
  toRecord,
} from "./spool-format.server";
import { findTenancyIds } from "./store.server";
import {
  findUnsettled,
  listUnsettled,
  noteChecked,
  noteUse,
  readUpgrade,
  settleBatch,
  type Unsettled,
  writeUpgrade,
} from "./unapplied-store.server";
import { settle } from "./write-queue.server";

export { getIntake } from "./intake.server";
export { signatureOf } from "./judge.server";
export { resealKeptKeys } from "./keys.server";
export { carriedTenantId } from "./parse";
export { forgetRejected, openRejected } from "./rejected.server";
export { type DiskState, LOW_ROOM_BYTES, readRoom } from "./spool-host.server";

export { announceTest, findTestDelivery } from "./store.server";

const PAGE = 64;

/** Sealed requests are small and nothing is written for those that do not fit. */
const SEALED_PAGE = 256;

const KEPT_DAYS = 7;

/** How many deliveries ended how; `refused` are those that no secret fits. */
export type Replayed = { accepted: number; duplicate: number; quarantined: number; refused: number };

type Options = {
  by: string;
  /** Refused requests are checked with the secrets of this tenancy alone. */
  tenancyId?: number;
  /** Quarantined ones are written anew only where this holds. */
  onlyIf?: (parsed: Parsed) => boolean;
};

/**
 * Takes deliveries in once more, as they are kept: those in quarantine as they were signed, refused ones with
 * the secrets of now. What is understood is applied as if it had been when it came; nothing is doubled, and
 * what is settled already is left alone.
 * @param ids in any order; they are taken in the order in which they came
 * @returns how many ended how, once that is durable
 */
export async function replayDeliveries(ids: readonly string[], options: Options): Promise<Replayed> {
  const sum: Replayed = { accepted: 0, duplicate: 0, quarantined: 0, refused: 0 };
  const inOrder = [...new Set(ids)].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
  for (let start = 0; start < inOrder.length; start += PAGE) {
    const page = inOrder.slice(start, start + PAGE);
    // One after the other: a refused request may carry the bytes of one in quarantine.
    for (const outcome of ["quarantined", "rejected"] as const)
      add(sum, await replayPage(page, outcome, options));
  }
  return sum;
}

function add(sum: Replayed, more: Partial<Replayed>): void {
  for (const name of Object.keys(sum) as (keyof Replayed)[]) sum[name] += more[name] ?? 0;
}

async function replayPage(
  ids: readonly string[],
  outcome: Unsettled["outcome"],
  options: Options,
): Promise<Partial<Replayed>> {
  try {
    return await replayOnce(ids, outcome, options, (received) => received);
  } catch {
    // One bad item must not cost the others: each gets a try of its own, and then stays unapplied.
    const sum: Replayed = { accepted: 0, duplicate: 0, quarantined: 0, refused: 0 };
    for (const id of ids) add(sum, await replayAlone(id, outcome, options));
    return sum;
  }
}

async function replayAlone(id: string, outcome: Unsettled["outcome"], options: Options) {
  try {
    return await replayOnce([id], outcome, options, (received) => received);
  } catch (error) {
    log.error({ err: error, delivery: id }, "A delivery could not be applied");
    return replayOnce([id], outcome, options, (received) =>
      notApplied(received, "It could not be applied; the log has the cause"),
    );
  }
}

/** What is kept is read again with every try: another writer may have settled it meanwhile. */
async function replayOnce(
  ids: readonly string[],
  outcome: Unsettled["outcome"],
  options: Options,
  change: (received: Received) => Received,
): Promise<Partial<Replayed>> {
  const { batch, unfit, stored } = await untilFirst(async () => {
    const found = (await findUnsettled(ids)).filter((one) => one.outcome === outcome);
    const keys = found.length > 0 && outcome === "rejected" ? await keysOf(options.tenancyId) : [];
    const opened = found.map((one) => openUnsettled(one, keys));
    const batch = opened
      .filter((one) => one !== null)
      .filter(({ parsed }) => options.onlyIf?.(parsed) ?? true);
    const unfit = found.filter((_, n) => opened[n] === null).map(({ id }) => id);
    const write = settleBatch.bind(null, options.by);
    const stored = batch.length > 0 ? await storeOnce(batch.map(change), write) : NOTHING;
    return { batch, unfit, stored };
  });
  if (unfit.length > 0) await noteChecked(unfit, options.by);
  if (outcome === "rejected" && batch.length > 0)
    await noteUse(batch.map(({ signer, receivedAt }) => ({ secretId: signer.secretId, at: receivedAt })));
  await place(stored);
  const counted = groupBy(stored.verdicts, (verdict) => verdict.outcome);
  return {
    refused: unfit.length,
    ...Object.fromEntries([...counted].map(([name, verdicts]) => [name, verdicts.length])),
  };
}

const NOTHING: Stored = { verdicts: [], touched: [], tests: new Set() };

async function keysOf(tenancyId: number | undefined): Promise<WebhookKey[]> {
  const keys = await webhookKeys();
  return tenancyId === undefined ? keys : keys.filter((key) => key.tenancyId === tenancyId);
}

/** A kept delivery as it was received; null for a refused one that no secret fits. */
function openUnsettled(kept: Unsettled, keys: readonly WebhookKey[]): Received | null {
  const { id: own, receivedAt, requestId } = kept;
  if (kept.outcome === "quarantined") {
    const { tenancyId, tenantId, secretId, body } = kept;
    return receive({ signer: { tenancyId, tenantId, secretId }, receivedAt, requestId, own, body });
  }
  const opened = kept.body && tryOpenRejected(kept.body, kept.hash);
  const signer = opened && findSigner(keys, opened.signatures, opened.body);
  return signer ? receive({ signer, receivedAt, requestId, own, body: opened.body }) : null;
}

/** What is known of the request stays with the delivery as it is. */
function receive(read: Omit<Received, "parsed" | "request">): Received {
  return { ...read, request: null, parsed: parseNotification(read.body) };
}

/** A place that is not found now is looked for again with the next load. */
async function place({ touched }: Stored): Promise<void> {
  for (const [tenancyId, alerts] of groupBy(touched, (alert) => alert.tenancyId))
    await placeAlerts(tenancyId, { alertIds: alerts.map(({ alertId }) => alertId) }).catch((error) =>
      log.error({ err: error }, "Alerts could not be placed; the next load or minute places them"),
    );
}

/**
 * Takes in what lies in quarantine of a tenancy and carries its id: it was another one when they came.
 * @param by who wants it so
 */
export async function replayCarrying(
  { tenancyId, tenantId }: { tenancyId: number; tenantId: string },
  by: string,
): Promise<Replayed> {
  const sum: Replayed = { accepted: 0, duplicate: 0, quarantined: 0, refused: 0 };
  for (let after = "0"; ; ) {
    const ids = await listUnsettled({ outcome: "quarantined", after, take: PAGE, tenancyId });
    const last = ids.at(-1);
    if (last === undefined) return sum;
    after = last;
    const onlyIf = ({ understood }: Parsed) => understood?.tenantId === tenantId;
    add(sum, await replayDeliveries(ids, { by, onlyIf }));
  }
}

/**
 * The refused requests of the last seven days that a secret of the tenancy fits now.
 * @returns their ids, in the order in which they came
 */
export async function listFitting(tenancyId: number): Promise<string[]> {
  const keys = await keysOf(tenancyId);
  const fitting: string[] = [];
  if (keys.length === 0) return fitting;
  for (let after = "0"; ; ) {
    const page = { outcome: "rejected", after, take: SEALED_PAGE, days: KEPT_DAYS } as const;
    const ids = await listUnsettled(page);
    const last = ids.at(-1);
    if (last === undefined) return fitting;
    after = last;
    const found = await findUnsettled(ids);
    fitting.push(...found.filter((one) => openUnsettled(one, keys) !== null).map(({ id }) => id));
  }
}

/**
 * After an upgrade, takes in what was not understood before and is now: once a build of the program, over the
 * whole quarantine. What is still not understood is left as it is.
 * @param options.build tells one build of the program from another
 * @param options.signal ends it between two pages; the next start begins anew
 */
export async function replayAfterUpgrade(options: {
  build: string;
  by: string;
  signal?: AbortSignal | undefined;
}): Promise<void> {
  const { build, by, signal } = options;
  if ((await readUpgrade()) === build) return;
  let applied = 0;
  for (let after = "0"; ; ) {
    signal?.throwIfAborted();
    const ids = await listUnsettled({ outcome: "quarantined", after, take: PAGE });
    const last = ids.at(-1);
    if (last === undefined) break;
    after = last;
    const { accepted } = await replayDeliveries(ids, { by, onlyIf: ({ understood }) => understood !== null });
    applied += accepted;
  }
  await writeUpgrade(build);
  if (applied > 0)
    log.info({ applied }, "Notifications that were in quarantine are understood now and applied");
}

const BATCH_ITEMS = 64;

/** Notifications as the bytes of one segment of a spool. */
export function packNotifications(list: readonly KeptNotification[]): Buffer {
  const head = newHead();
  const frames = list.map(({ tenancyId, tenantId, secretId, answeredInMs, ...request }) => {
    const signer = { tenancyId, tenantId, secretId: secretId ?? 0 };
    return frameOf(head, toRecord({ ...request, signer }, answeredInMs ?? 0));
  });
  return Buffer.concat([head, ...frames]);
}

/** What became of the notifications of a folder. */
export type TakenIn = {
  accepted: number;
  duplicate: number;
  quarantined: number;
  /** Those of tenancies that are not connected here, by the service's tenant id. */
  unknown: Map<string, number>;
  /** Pieces that hold no whole notification. */
  unreadable: number;
};

/**
 * Takes in the notifications that a restore put aside. The folder stays as it is: what is known is known by its
 * identity, so that it may be done again, also after it was cut short.
 * @param folder holds segments of a spool, itself or in folders below
 * @throws AppError `not-found` without any, `unavailable` when the database takes no more of them
 */
export async function takeInAside(folder: string): Promise<TakenIn> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const segments = names.filter((name) => name.endsWith(".segment")).sort();
  if (segments.length === 0)
    throw new AppError(
      "not-found",
      `There are no notifications in ${folder}: name a folder that a restore put aside (before-restore-…).`,
    );
  const sum: TakenIn = { accepted: 0, duplicate: 0, quarantined: 0, unknown: new Map(), unreadable: 0 };
  for (const name of segments) await takeInSegment(await readFile(join(folder, name)), sum);
  return sum;
}

async function takeInSegment(file: Buffer, sum: TakenIn): Promise<void> {
  const head = headOf(file);
  const { frames, gaps } = head
    ? readFrames(head, file.subarray(HEAD_BYTES))
    : { frames: [], gaps: [{ start: 0, end: file.length }] };
  sum.unreadable += gaps.length;
  const read = frames.map(({ record }) => tryFromRecord(record));
  sum.unreadable += read.filter((one) => one === undefined).length;
  const received = read.filter((one) => one !== undefined);
  for (let from = 0; from < received.length; from += BATCH_ITEMS)
    await takeInBatch(received.slice(from, from + BATCH_ITEMS), sum);
}

function tryFromRecord(record: Buffer): Received | undefined {
  try {
    return fromRecord(record);
  } catch {
    return undefined;
  }
}

/** A tenancy may have another number in this database. */
async function takeInBatch(batch: readonly Received[], sum: TakenIn): Promise<void> {
  const ids = await findTenancyIds([...new Set(batch.map(({ signer }) => signer.tenantId))]);
  const known = batch.flatMap((one) => {
    const tenancyId = ids.get(one.signer.tenantId);
    if (tenancyId !== undefined) return { ...one, signer: { ...one.signer, tenancyId } };
    sum.unknown.set(one.signer.tenantId, (sum.unknown.get(one.signer.tenantId) ?? 0) + 1);
    return [];
  });
  for (const one of await settle(known)) {
    if ("error" in one)
      throw new AppError(
        "unavailable",
        `The database took ${sum.accepted} notifications in and no more (${one.error instanceof Error ? one.error.message : String(one.error)}): run this again, which goes on.`,
        { cause: one.error },
      );
    sum[one.verdict.outcome] += 1;
  }
}
