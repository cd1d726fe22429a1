import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { foldAlerts, type Story } from "@/lib/alerts/service.server";
import { groupBy } from "@/lib/core/group-by";
import { postgresCode } from "@/lib/db/error-code.server";
import type { WebhookKey } from "@/lib/tenancies/contract";
import { bodyHash, meaningOf, notificationKey } from "./identity.server";
import { type Candidate, faultOf, judgeAll, type Memory, memoryKey, type Verdict } from "./judge";
import { type Parsed, parseNotification } from "./parse";
import {
  findKnown,
  findQuarantined,
  type Known,
  type NewDelivery,
  type NewNotification,
  writeBatch,
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

/** Codes of Postgres for what a quicker writer causes: division by zero (see `writeBatch`), unique, deadlock. */
const OVERTAKEN = new Set(["22012", "23505", "40P01"]);
const MOST_TRIES = 8;

/**
 * Stores signed requests with one statement: each is kept with its bytes, and those that are understood and
 * new are folded into their alerts (contract.md, "Notifications"). Where another writer was quicker with one
 * of them, all is read again.
 * @returns what became of each, in the order given, once it is durable
 */
export async function storeBatch(batch: readonly Received[]): Promise<Stored> {
  const items = batch.map(toItem);
  for (let tries = 1; ; tries += 1) {
    try {
      return await storeOnce(items);
    } catch (error) {
      if (tries === MOST_TRIES || !OVERTAKEN.has(postgresCode(error) ?? "")) throw error;
      await sleep(Math.random() * 2 ** tries);
    }
  }
}

async function storeOnce(items: readonly Item[]): Promise<Stored> {
  const judged = await judgeItems(items);
  const stories = storiesOf(judged);
  await writeBatch(judged.map(toDelivery), judged.flatMap(toNotification), foldAlerts(stories));
  return { verdicts: judged.map(({ verdict }) => verdict), touched: stories };
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

async function judgeItems(items: readonly Item[]): Promise<Judged[]> {
  const known = await findKnown(items);
  const memory = recall(items, known);
  memory.quarantined = await recallQuarantined(
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

async function recallQuarantined(suspects: readonly Item[]): Promise<Set<string>> {
  if (suspects.length === 0) return new Set();
  const rows = await findQuarantined(
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
    hash: verdict.outcome === "duplicate" ? null : hash,
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

/** Each alert that something was accepted for, with what was known of it and what is new. */
function storiesOf(judged: readonly Judged[]): Story[] {
  const accepted = judged.filter(({ verdict }) => verdict.outcome === "accepted");
  const byAlert = groupBy(accepted, ({ item }) => memoryKey(item.tenancyId, item.alertId ?? ""));
  return [...byAlert.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { tenancyId, tenantId, alertId } = first.item;
    const added = group.flatMap(({ item }) => item.parsed.understood ?? []);
    const { story, revision } = first.known;
    return { tenancyId, tenantId, alertId: alertId ?? "", revision, notifications: [...story, ...added] };
  });
}
