import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { type AlertUpdate, foldAlerts } from "@/lib/alerting/alerts/service.server";
import { groupBy } from "@/lib/base/core/group-by";
import { postgresCode } from "@/lib/base/db/error-code.server";
import type { WebhookKey } from "@/lib/farm/tenancies/contract";
import type { RequestFacts } from "./contract";
import {
  type Candidate,
  findFault,
  hashBody,
  hashMeaning,
  judgeAll,
  type Memory,
  memoryKey,
  notificationKey,
  type Verdict,
} from "./judge.server";
import { type Parsed, type ParsedNotification, parseNotification } from "./parse";
import {
  findHistories,
  findKnown,
  findQuarantined,
  findRepeated,
  findStoredRequests,
  type Known,
  type NewDelivery,
  type NewNotification,
  writeBatch,
} from "./store.server";

/** The most requests that one statement stores. */
export const BATCH_ITEMS = 64;

/** An authenticated request, read whole. */
export type Received = {
  signer: Pick<WebhookKey, "tenancyId" | "tenantId" | "secretId">;
  receivedAt: Date;
  body: Uint8Array;
  /** From the User-Agent of the sender. */
  requestId: string | null;
  /** Null for one that an earlier version spooled or stored. */
  request: RequestFacts | null;
  parsed: Parsed;
  /** The id of the stored delivery that is replayed. */
  own?: string;
  /** Set for a request from the spool; its sender was answered when it was spooled. */
  fromSpool?: { answeredInMs: number };
  /** It is in the spool by now and applied from there, so no batch includes it. */
  movedToSpool?: boolean;
  /** An earlier attempt ended without an answer: its commit may have landed. */
  isRetry?: boolean;
};

export type AlertRef = { tenancyId: number; alertId: string };
/** The verdicts in the order of the batch, the alerts that changed, and the requests that are our own tests. */
export type BatchResult = { verdicts: Verdict[]; touched: AlertRef[]; tests: ReadonlySet<Received> };

type Item = Candidate & { received: Received };
type Judged = { item: Item; known: Known; verdict: Verdict };

/** Postgres codes of a conflict with another writer: division by zero (see `writeBatch`), unique, deadlock. */
const CONFLICTS = new Set(["22012", "23505", "40P01"]);
/** Conflicts that a later attempt may not meet. */
const PASSING_CONFLICTS = new Set(["22012", "40P01"]);
const MAX_ATTEMPTS = 8;
/** The verdict of a request that is applied from the spool; nobody waits for it. */
const LEFT_TO_SPOOL: Verdict = { outcome: "duplicate" };

/**
 * Stores a batch in one statement: each request with its bytes, and what is understood and new folded into its
 * alert (docs/spec/http-contract.md "Notifications"). Reads and writes again after a conflict with another writer.
 * @returns what became of each, in the order given, once it is durable
 */
export function storeBatchWithRetry(batch: readonly Received[]): Promise<BatchResult> {
  return retryOnConflict(async () => {
    const wanted = batch.filter(({ movedToSpool }) => !movedToSpool);
    const stored = await storeBatch(wanted);
    const verdicts = batch.map((one) => stored.verdicts[wanted.indexOf(one)] ?? LEFT_TO_SPOOL);
    return { ...stored, verdicts };
  });
}

/** Returns true for a conflict with other writers of the same alert that outlasted all attempts. */
export function isWriteConflict(error: unknown): boolean {
  return PASSING_CONFLICTS.has(postgresCode(error) ?? "");
}

/** Repeats reading and writing while it conflicts with another writer. */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === MAX_ATTEMPTS || !CONFLICTS.has(postgresCode(error) ?? "")) throw error;
      await sleep(Math.random() * 2 ** tries);
    }
  }
}

/**
 * Judges requests by what is stored, and writes all of them or none.
 * @throws Error on a conflict with another writer
 */
export async function storeBatch(
  batch: readonly Received[],
  write: (...rows: Parameters<typeof writeBatch>) => Promise<void> = writeBatch,
): Promise<BatchResult> {
  if (batch.length === 0) return { verdicts: [], touched: [], tests: new Set() };
  const judged = await judgeItems(batch.map(toItem));
  const updates = await readUpdates(judged);
  const deliveries = (await withoutStored(judged)).map(toDelivery);
  if (deliveries.length > 0) await write(deliveries, judged.flatMap(toNotification), foldAlerts(updates));
  const tests = new Set(judged.filter(({ known }) => known.test).map(({ item }) => item.received));
  return { verdicts: judged.map(({ verdict }) => verdict), touched: updates, tests };
}

/** Stores a request in quarantine without applying it, because the database or the fold refuses it. */
export function storeQuarantined(received: Received, reason: string): Promise<BatchResult> {
  return storeBatchWithRetry([asNotUnderstood(received, reason)]);
}

/** The request as one that is not understood. */
export function asNotUnderstood(received: Received, reason: string): Received {
  const { notificationId, alertId } = received.parsed;
  return { ...received, parsed: { notificationId, alertId, understood: null, reason, value: undefined } };
}

function toItem(received: Received): Item {
  const { parsed, body, signer } = received;
  const hash = hashBody(body);
  const key = parsed.understood && notificationKey(parsed.understood, hash);
  return { ...signer, received, hash, parsed, key, meaning: hashMeaning(parsed) };
}

async function judgeItems(items: readonly Item[]): Promise<Judged[]> {
  const known = await findKnown(items);
  const memory = recall(items, known);
  memory.quarantined = await recallQuarantined(
    items.filter((item) => item.parsed.notificationId !== null && findFault(item, memory) !== undefined),
  );
  const verdicts = judgeAll(items, memory);
  return items.flatMap((item, n) => {
    const [ownKnown, verdict] = [known[n], verdicts[n]];
    return ownKnown && verdict ? { item, known: ownKnown, verdict } : [];
  });
}

function recall(items: readonly Item[], known: readonly Known[]): Memory {
  const memory: Memory = { bytes: new Set(), meanings: new Map(), quarantined: new Set() };
  items.forEach(({ tenancyId, hash, key }, n) => {
    const { sameBytes = false, meaning = null } = known[n] ?? {};
    if (sameBytes) memory.bytes.add(memoryKey(tenancyId, hash));
    if (meaning !== null && key !== null) memory.meanings.set(memoryKey(tenancyId, key), meaning);
  });
  return memory;
}

async function recallQuarantined(suspects: readonly Item[]): Promise<Set<string>> {
  if (suspects.length === 0) return new Set();
  const rows = await findQuarantined(
    suspects.map(({ tenancyId }) => tenancyId),
    suspects.flatMap(({ parsed }) => parsed.notificationId ?? []),
    suspects.flatMap(({ received }) => received.own ?? []),
  );
  return new Set(
    rows.map(({ tenancyId, body }) => {
      const parsed = parseNotification(body);
      return memoryKey(tenancyId, parsed.notificationId ?? "", hashMeaning(parsed) ?? "");
    }),
  );
}

/**
 * Leaves out requests that are stored already: their commit landed although it seemed lost, or the process ended
 * before it removed what it had applied from the spool.
 */
async function withoutStored(judged: Judged[]): Promise<Judged[]> {
  const suspects = judged.filter(
    ({ item, verdict }) =>
      (item.received.fromSpool || item.received.isRetry) && verdict.outcome === "duplicate",
  );
  if (suspects.length === 0) return judged;
  const kept = await findStoredRequests(suspects.map(({ item }) => ({ ...item, ...item.received })));
  const alreadyStored = new Set(suspects.filter((_, n) => kept[n]));
  return judged.filter((one) => !alreadyStored.has(one));
}

function toDelivery({ item, known, verdict }: Judged): NewDelivery {
  const { received, tenancyId, hash, parsed } = item;
  return {
    id: known.id,
    tenancyId,
    secretId: received.signer.secretId,
    receivedAt: received.receivedAt,
    outcome: verdict.outcome === "accepted" && received.fromSpool ? "spooled" : verdict.outcome,
    answered: received.fromSpool ? "spooled" : null,
    reason: verdict.outcome === "quarantined" ? verdict.reason : null,
    bytes: received.body.length,
    body: received.body,
    hash: verdict.outcome === "duplicate" ? null : hash,
    notificationId: parsed.notificationId,
    alertId: parsed.alertId,
    requestId: received.requestId,
    answeredInMs: received.fromSpool?.answeredInMs ?? Date.now() - received.receivedAt.getTime(),
    request: received.request,
    test: known.test,
  };
}

function toNotification({ item, known, verdict }: Judged): NewNotification[] {
  const { tenancyId, key, meaning, received, parsed } = item;
  if (verdict.outcome !== "accepted" || known.test) return [];
  if (!parsed.understood || key === null || meaning === null) return [];
  const { tenantId: _, ...facts } = parsed.understood;
  const { receivedAt } = received;
  return [{ ...facts, tenancyId, notificationKey: key, meaning, deliveryId: known.id, receivedAt }];
}

type Accepted = { facts: ParsedNotification; item: Item; known: Known };

/** Reads for each alert of the accepted notifications what must be folded; each history is read once. */
async function readUpdates(judged: readonly Judged[]): Promise<AlertUpdate[]> {
  const accepted = judged.flatMap(({ verdict, known, item }): Accepted[] => {
    const facts = item.parsed.understood;
    return facts && verdict.outcome === "accepted" && !known.test ? [{ facts, item, known }] : [];
  });
  const byAlert = groupBy(accepted, ({ item, facts }) => memoryKey(item.tenancyId, facts.alertId));
  const repeats = await findRepeats(accepted);
  const updates = [...byAlert.values()].flatMap((group) => toUpdate(group, repeats));
  const partial = updates.filter(needsHistory);
  const found = await findHistories(partial.map((update) => ({ ...update, from: refoldFrom(update) })));
  const histories = new Map(partial.map((update, n) => [update, found[n]]));
  return updates.map((update) => ({ ...update, later: { ...update.later, ...histories.get(update) } }));
}

/** Finds the notifications that repeat one in their alert's history. */
async function findRepeats(accepted: readonly Accepted[]): Promise<Set<Accepted>> {
  const suspects = accepted.filter(({ known }) => known.revision > 0);
  const repeats = await findRepeated(
    suspects.map(({ item, facts }) => ({ tenancyId: item.tenancyId, facts })),
  );
  return new Set(suspects.filter((_, n) => repeats[n]));
}

function toUpdate(group: readonly Accepted[], repeats: ReadonlySet<Accepted>): AlertUpdate[] {
  return group.slice(0, 1).map(({ item: { tenancyId, tenantId }, facts, known: { state, revision } }) => {
    const added = group.filter((one) => !repeats.has(one)).map((one) => one.facts);
    const later = { added, stored: [], severityBefore: state?.severity ?? null };
    return { tenancyId, tenantId, alertId: facts.alertId, state, revision, later };
  });
}

/** Returns true if the stored history is needed: a new event lies within it, or the state cannot be folded on from. */
function needsHistory({ state, revision, later }: AlertUpdate): boolean {
  if (!state) return revision > 0;
  return later.added.some(({ timestamp }) => timestamp <= state.lastEventAt);
}

/** The instant from which on the history is folded again; null for all of it. */
function refoldFrom({ state, later }: AlertUpdate): Date | null {
  if (!state) return null;
  return new Date(Math.min(...later.added.map(({ timestamp }) => timestamp.getTime())));
}
