import "server-only";
import { foldAlerts, lockAlerts, type Story } from "@/lib/alerts/service.server";
import { groupBy } from "@/lib/core/group-by";
import { type Transaction, transaction } from "@/lib/db/transaction.server";
import type { WebhookKey } from "@/lib/tenancies/contract";
import { bodyHash, meaningOf, notificationKey } from "./identity.server";
import { type Candidate, faultOf, judgeAll, type Memory, memoryKey, type Verdict } from "./judge";
import { type Parsed, parseNotification } from "./parse";
import {
  findKnown,
  findQuarantined,
  insertDeliveries,
  type Known,
  type NewDelivery,
  type NewNotification,
} from "./store.server";

/** A signed request, read whole. */
export type Received = {
  signer: Pick<WebhookKey, "tenancyId" | "tenantId" | "secretId">;
  receivedAt: Date;
  body: Uint8Array;
  /** From the User-Agent of the sender. */
  requestId: string | null;
  parsed: Parsed;
};

export type AlertRef = { tenancyId: number; alertId: string };
export type Stored = { verdicts: Verdict[]; touched: AlertRef[] };

type Item = Candidate & { received: Received; alertId: string | null };
type Judged = { item: Item; known: Known; verdict: Verdict };

/**
 * Stores signed requests in one transaction: each is kept with its bytes, and those that are understood and
 * new are folded into their alerts (contract.md, "Notifications").
 * @returns what became of each, in the order given, once it is durable
 */
export function storeBatch(batch: readonly Received[]): Promise<Stored> {
  const items = batch.map(toItem);
  return transaction(async (tx) => {
    await lockAlerts(tx, items.map(lockOf));
    const judged = await judgeItems(tx, items);
    const accepted = judged.flatMap(toNotification);
    await insertDeliveries(tx, judged.map(toDelivery), accepted);
    const stories = storiesOf(judged);
    await foldAlerts(tx, stories);
    return { verdicts: judged.map(({ verdict }) => verdict), touched: stories };
  });
}

/**
 * Keeps one request in quarantine without applying it, for one that the database or the fold refuses.
 */
export function storeAside(received: Received, reason: string): Promise<Stored> {
  const { notificationId, alertId } = received.parsed;
  const parsed: Parsed = { notificationId, alertId, understood: null, reason, value: undefined };
  return storeBatch([{ ...received, parsed }]);
}

function toItem(received: Received): Item {
  const { parsed, body, signer } = received;
  const hash = bodyHash(body);
  const key = parsed.understood && notificationKey(parsed.understood, hash);
  const alertId = parsed.understood && parsed.alertId;
  return { ...signer, received, hash, parsed, key, alertId, meaning: meaningOf(parsed) };
}

function lockOf({ tenancyId, parsed, hash }: Item): string {
  return `${tenancyId}:${parsed.alertId ?? hash}`;
}

async function judgeItems(tx: Transaction, items: readonly Item[]): Promise<Judged[]> {
  const known = await findKnown(tx, items);
  const memory = recall(items, known);
  memory.quarantined = await recallQuarantined(
    tx,
    items.filter((item) => item.parsed.notificationId !== null && faultOf(item, memory) !== undefined),
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

async function recallQuarantined(tx: Transaction, suspects: readonly Item[]): Promise<Set<string>> {
  if (suspects.length === 0) return new Set();
  const rows = await findQuarantined(
    tx,
    suspects.map(({ tenancyId }) => tenancyId),
    suspects.flatMap(({ parsed }) => parsed.notificationId ?? []),
  );
  return new Set(
    rows.map(({ tenancyId, body }) => {
      const parsed = parseNotification(body);
      return memoryKey(tenancyId, parsed.notificationId ?? "", meaningOf(parsed) ?? "");
    }),
  );
}

function toDelivery({ item, known, verdict }: Judged): NewDelivery {
  const { received, tenancyId, hash, parsed } = item;
  return {
    id: known.id,
    tenancyId,
    secretId: received.signer.secretId,
    receivedAt: received.receivedAt,
    outcome: verdict.outcome,
    reason: verdict.outcome === "quarantined" ? verdict.reason : null,
    bytes: received.body.length,
    body: received.body,
    hash,
    notificationId: parsed.notificationId,
    alertId: parsed.alertId,
    requestId: received.requestId,
    answeredInMs: Date.now() - received.receivedAt.getTime(),
  };
}

function toNotification({ item, known, verdict }: Judged): NewNotification[] {
  const { tenancyId, key, meaning, received, parsed } = item;
  if (verdict.outcome !== "accepted" || !parsed.understood || key === null || meaning === null) return [];
  const { tenantId: _, ...facts } = parsed.understood;
  const { receivedAt } = received;
  return [{ ...facts, tenancyId, notificationKey: key, meaning, deliveryId: known.id, receivedAt }];
}

type Touched = Story & { alertId: string };

/** Each alert that something was accepted for, with what was known of it and what is new. */
function storiesOf(judged: readonly Judged[]): Touched[] {
  const accepted = judged.filter(({ verdict }) => verdict.outcome === "accepted");
  const byAlert = groupBy(accepted, ({ item }) => lockOf(item));
  return [...byAlert.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { tenancyId, tenantId, alertId } = first.item;
    const added = group.flatMap(({ item }) => item.parsed.understood ?? []);
    return { tenancyId, tenantId, alertId: alertId ?? "", notifications: [...first.known.story, ...added] };
  });
}
