import "server-only";
import { groupBy } from "@/lib/base/core/group-by";
import { log } from "@/lib/base/request/log.server";
import type { WebhookKey } from "@/lib/farm/tenancies/contract";
import { webhookKeys } from "@/lib/farm/tenancies/service.server";
import { asNotUnderstood, BATCH_ITEMS, type Received, retryOnConflict, storeBatch } from "./batch.server";
import { addReplays, NO_REPLAYS, type ReplayCounts } from "./contract";
import { type Parsed, parseNotification } from "./parse";
import { tryOpenRejected } from "./rejected.server";
import { findSigner } from "./signature.server";
import { recordSecretUse } from "./store.server";
import {
  findUnapplied,
  listUnapplied,
  markChecked,
  readReplayedBuild,
  saveReplayedBuild,
  type Unapplied,
  writeReplayed,
} from "./unapplied-store.server";
import { placeTouched } from "./write-queue.server";

const PAGE = BATCH_ITEMS;

/** Larger, because sealed requests are small and nothing is written for those that no secret fits. */
const SEALED_PAGE = 256;

const KEPT_DAYS = 7;

type Options = {
  by: string;
  /** Rejected requests are checked with the secrets of this tenancy alone. */
  tenancyId?: number;
  /** Selects the deliveries to write. */
  onlyIf?: (parsed: Parsed) => boolean;
};

/**
 * Replays stored deliveries: quarantined ones with their signer, rejected ones against the present secrets. Notifications
 * that are understood are applied as of their arrival; nothing is applied twice.
 * @param ids in any order; they are replayed in the order of arrival
 * @returns the numbers by outcome, once they are durable
 */
export async function replayDeliveries(ids: readonly string[], options: Options): Promise<ReplayCounts> {
  let sum = NO_REPLAYS;
  const inOrder = [...new Set(ids)].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
  for (let start = 0; start < inOrder.length; start += PAGE) {
    const page = inOrder.slice(start, start + PAGE);
    // Not in parallel: a rejected request may have the bytes of a quarantined one.
    for (const outcome of ["quarantined", "rejected"] as const)
      sum = addReplays(sum, await replayPage(page, outcome, options));
  }
  return sum;
}

async function replayPage(
  ids: readonly string[],
  outcome: Unapplied["outcome"],
  options: Options,
): Promise<Partial<ReplayCounts>> {
  try {
    return await replayOnce(ids, outcome, options);
  } catch {
    // One bad delivery must not cost the others: each is replayed alone, and stays quarantined if that fails.
    let sum = NO_REPLAYS;
    for (const id of ids) sum = addReplays(sum, await replayAlone(id, outcome, options));
    return sum;
  }
}

async function replayAlone(id: string, outcome: Unapplied["outcome"], options: Options) {
  try {
    return await replayOnce([id], outcome, options);
  } catch (error) {
    log.error({ err: error, delivery: id }, "A delivery could not be applied");
    return replayOnce([id], outcome, options, (received) =>
      asNotUnderstood(received, "It could not be applied; the log has the cause"),
    );
  }
}

/** Re-reads the deliveries with every attempt: another writer may have applied them. */
async function replayOnce(
  ids: readonly string[],
  outcome: Unapplied["outcome"],
  options: Options,
  change: (received: Received) => Received = (received) => received,
): Promise<Partial<ReplayCounts>> {
  const { batch, unfitting, stored } = await retryOnConflict(async () => {
    const found = (await findUnapplied(ids)).filter((one) => one.outcome === outcome);
    const keys = found.length > 0 && outcome === "rejected" ? await keysOf(options.tenancyId) : [];
    const opened = found.map((one) => openUnapplied(one, keys));
    const batch = opened
      .filter((one) => one !== null)
      .filter(({ parsed }) => options.onlyIf?.(parsed) ?? true);
    const unfitting = found.filter((_, n) => opened[n] === null).map(({ id }) => id);
    const write = writeReplayed.bind(null, options.by);
    const stored = await storeBatch(batch.map(change), write);
    return { batch, unfitting, stored };
  });
  if (unfitting.length > 0) await markChecked(unfitting, options.by);
  if (outcome === "rejected" && batch.length > 0)
    await recordSecretUse(
      batch.map(({ signer, receivedAt }) => ({ secretId: signer.secretId, at: receivedAt })),
    );
  // An alert that stays without a place is placed with the next load.
  await placeTouched(stored.touched);
  const counted = groupBy(stored.verdicts, (verdict) => verdict.outcome);
  return {
    refused: unfitting.length,
    ...Object.fromEntries([...counted].map(([name, verdicts]) => [name, verdicts.length])),
  };
}

async function keysOf(tenancyId: number | undefined): Promise<WebhookKey[]> {
  const keys = await webhookKeys();
  return tenancyId === undefined ? keys : keys.filter((key) => key.tenancyId === tenancyId);
}

/** Opens a stored delivery as it was received; null for a rejected one that no secret fits. */
function openUnapplied(stored: Unapplied, keys: readonly WebhookKey[]): Received | null {
  const { id: own, receivedAt, requestId } = stored;
  if (stored.outcome === "quarantined") {
    const { tenancyId, tenantId, secretId, body } = stored;
    return toReceived({ signer: { tenancyId, tenantId, secretId }, receivedAt, requestId, own, body });
  }
  const opened = stored.body && tryOpenRejected(stored.body, stored.hash);
  const signer = opened && findSigner(keys, opened.signatures, opened.body);
  return signer ? toReceived({ signer, receivedAt, requestId, own, body: opened.body }) : null;
}

/** Leaves out the request's facts, which stay with the delivery. */
function toReceived(read: Omit<Received, "parsed" | "request">): Received {
  return { ...read, request: null, parsed: parseNotification(read.body) };
}

/**
 * Replays quarantined deliveries of a tenancy that carry its tenant id, which was different when they arrived.
 * @param by name of the actor
 */
export async function replayCarrying(
  { tenancyId, tenantId }: { tenancyId: number; tenantId: string },
  by: string,
): Promise<ReplayCounts> {
  let sum = NO_REPLAYS;
  const onlyIf = ({ understood }: Parsed) => understood?.tenantId === tenantId;
  for await (const ids of pagesOf({ outcome: "quarantined", take: PAGE, tenancyId }))
    sum = addReplays(sum, await replayDeliveries(ids, { by, onlyIf }));
  return sum;
}

/** Yields ids of unapplied deliveries in pages, in the order of arrival. */
async function* pagesOf(filter: Omit<Parameters<typeof listUnapplied>[0], "after">) {
  for (let after: string | undefined = "0"; after !== undefined; ) {
    const ids = await listUnapplied({ ...filter, after });
    if (ids.length > 0) yield ids;
    after = ids.at(-1);
  }
}

/** Lists the ids of rejected requests of the last seven days that a secret of the tenancy fits now, oldest first. */
export async function listAdmissible(tenancyId: number): Promise<string[]> {
  const keys = await keysOf(tenancyId);
  const fitting: string[] = [];
  if (keys.length === 0) return fitting;
  for await (const ids of pagesOf({ outcome: "rejected", take: SEALED_PAGE, days: KEPT_DAYS })) {
    const found = await findUnapplied(ids);
    fitting.push(...found.filter((one) => openUnapplied(one, keys) !== null).map(({ id }) => id));
  }
  return fitting;
}

/**
 * Replays the whole quarantine once for each build of the program, which may understand more than the last one. What it
 * does not understand stays quarantined.
 * @param options.build identifies the build
 * @param options.signal stops it between two pages; the next start begins from the first page
 */
export async function replayAfterUpgrade(options: {
  build: string;
  by: string;
  signal?: AbortSignal | undefined;
}): Promise<void> {
  const { build, by, signal } = options;
  if ((await readReplayedBuild()) === build) return;
  let applied = 0;
  signal?.throwIfAborted();
  for await (const ids of pagesOf({ outcome: "quarantined", take: PAGE })) {
    const { accepted } = await replayDeliveries(ids, { by, onlyIf: ({ understood }) => understood !== null });
    applied += accepted;
    signal?.throwIfAborted();
  }
  await saveReplayedBuild(build);
  if (applied > 0) log.info({ applied }, "Applied quarantined notifications that this version understands");
}
