import "server-only";
import { applyNotifications, lockAlerts, type NewNotification } from "@/lib/alerts/service.server";
import { type Transaction, transaction } from "@/lib/db/transaction.server";
import type { WebhookKey } from "@/lib/tenancies/contract";
import { bodyHash, meaningOf, notificationKey } from "./identity.server";
import { type Candidate, faultOf, judgeAll, type Memory, memoryKey, type Verdict } from "./judge";
import { type Parsed, parseNotification } from "./parse";
import { findKnown, findQuarantined, insertDeliveries, type NewDelivery } from "./store.server";

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

type Item = Candidate & { received: Received };

/**
 * Stores signed requests in one transaction: each is kept with its bytes, and those that are understood and
 * new are folded into their alerts (contract.md, "Notifications").
 * @returns what became of each, in the order given, once it is durable
 */
export function storeBatch(batch: readonly Received[]): Promise<Stored> {
  const items = batch.map(toItem);
  return transaction(async (tx) => {
    await lockAlerts(tx, items.map(lockOf));
    const { ids, memory } = await recall(tx, items);
    const verdicts = judgeAll(items, memory);
    const deliveries = items.map((item, n) => toDelivery(item, ids[n] ?? "", verdicts[n]));
    await insertDeliveries(tx, deliveries);
    const accepted = deliveries.flatMap((delivery, n) => toNotification(items[n], delivery));
    return { verdicts, touched: await applyNotifications(tx, accepted) };
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
  return { ...signer, received, hash, parsed, key, meaning: meaningOf(parsed) };
}

function lockOf({ tenancyId, parsed, hash }: Item): string {
  return `${tenancyId}:${parsed.alertId ?? hash}`;
}

async function recall(tx: Transaction, items: readonly Item[]): Promise<{ ids: string[]; memory: Memory }> {
  const known = await findKnown(tx, items);
  const memory: Memory = { bytes: new Set(), meanings: new Map(), quarantined: new Set() };
  items.forEach(({ tenancyId, hash, key }, n) => {
    const { sameBytes, meaning } = known[n] ?? { sameBytes: false, meaning: null };
    if (sameBytes) memory.bytes.add(memoryKey(tenancyId, hash));
    if (meaning !== null && key !== null) memory.meanings.set(memoryKey(tenancyId, key), meaning);
  });
  memory.quarantined = await recallQuarantined(
    tx,
    items.filter((item) => item.parsed.notificationId !== null && faultOf(item, memory) !== undefined),
  );
  return { ids: known.map(({ id }) => id), memory };
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

function toDelivery(item: Item, id: string, verdict: Verdict | undefined): NewDelivery {
  const { received, tenancyId, hash, parsed } = item;
  return {
    id,
    tenancyId,
    secretId: received.signer.secretId,
    receivedAt: received.receivedAt,
    outcome: verdict?.outcome ?? "quarantined",
    reason: verdict?.outcome === "quarantined" ? verdict.reason : null,
    bytes: received.body.length,
    body: received.body,
    hash,
    notificationId: parsed.notificationId,
    alertId: parsed.alertId,
    requestId: received.requestId,
    answeredInMs: Date.now() - received.receivedAt.getTime(),
  };
}

function toNotification(item: Item | undefined, delivery: NewDelivery): NewNotification[] {
  if (delivery.outcome !== "accepted" || !item?.parsed.understood) return [];
  const { tenancyId, tenantId, key, meaning, received, parsed } = item;
  return [
    {
      ...parsed.understood,
      tenancyId,
      tenantId,
      notificationKey: key ?? "",
      meaning: meaning ?? "",
      deliveryId: delivery.id,
      receivedAt: received.receivedAt,
    },
  ];
}
