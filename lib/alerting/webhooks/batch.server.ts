import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { foldAlerts, type Story } from "@/lib/alerting/alerts/service.server";
import { groupBy } from "@/lib/base/core/group-by";
import { postgresCode } from "@/lib/base/db/error-code.server";
import type { WebhookKey } from "@/lib/farm/tenancies/contract";
import type { RequestFacts } from "./contract";
import {
  bodyHash,
  type Candidate,
  findFault,
  judgeAll,
  type Memory,
  meaningOf,
  memoryKey,
  notificationKey,
  type Verdict,
} from "./judge.server";
import { type Parsed, type ParsedNotification, parseNotification } from "./parse";
import {
  findKept,
  findKnown,
  findQuarantined,
  findStored,
  findTold,
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
  /** Unknown of what was spooled or kept by an earlier version. */
  request: RequestFacts | null;
  parsed: Parsed;
  /** The id of the delivery that it is kept as already, where it is looked at once more. */
  own?: string;
  /** Read from the spool, where it stood since it was answered. */
  spooled?: { answeredInMs: number };
  /** It stands in the spool by now: it is not begun any more, since it is applied from there. */
  givenUp?: boolean;
  /** It was tried before, and how that ended nobody knows: its commit may have landed. */
  again?: boolean;
};

export type AlertRef = { tenancyId: number; alertId: string };
/** `tests` are those of the batch that we sent ourselves. */
export type Stored = { verdicts: Verdict[]; touched: AlertRef[]; tests: ReadonlySet<Received> };

type Item = Candidate & { received: Received; facts: ParsedNotification | null; own: string | null };
type Judged = { item: Item; known: Known; verdict: Verdict };

/** Codes of Postgres for what a quicker writer causes: division by zero (see `writeBatch`), unique, deadlock. */
const OVERTAKEN = new Set(["22012", "23505", "40P01"]);
/** Of these, those that say nothing about what was to be written: a later try may succeed. */
const CROWDED = new Set(["22012", "40P01"]);
const MOST_TRIES = 8;
/** For what is applied from the spool. Nobody waits for it. */
const LEFT_TO_SPOOL: Verdict = { outcome: "duplicate" };

/**
 * Stores signed requests with one statement: each is kept with its bytes, and those that are understood and
 * new are folded into their alerts (contract.md, "Notifications"). Where another writer was quicker with one
 * of them, all is read again.
 * @returns what became of each, in the order given, once it is durable
 */
export function storeBatch(batch: readonly Received[]): Promise<Stored> {
  return untilFirst(async () => {
    const wanted = batch.filter(({ givenUp }) => !givenUp);
    const stored = await storeOnce(wanted);
    const verdicts = batch.map((one) => stored.verdicts[wanted.indexOf(one)] ?? LEFT_TO_SPOOL);
    return { ...stored, verdicts };
  });
}

/** Whether an error says that other writers of the same alert were quicker each time. */
export function isOvertaken(error: unknown): boolean {
  return CROWDED.has(postgresCode(error) ?? "");
}

/** Does it again while another writer was quicker. */
export async function untilFirst<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === MOST_TRIES || !OVERTAKEN.has(postgresCode(error) ?? "")) throw error;
      await sleep(Math.random() * 2 ** tries);
    }
  }
}

/**
 * Judges signed requests by what is kept, and writes all of them or none.
 * @throws Error when another writer was quicker with one of them
 */
export async function storeOnce(
  batch: readonly Received[],
  write: (...rows: Parameters<typeof writeBatch>) => Promise<void> = writeBatch,
): Promise<Stored> {
  if (batch.length === 0) return { verdicts: [], touched: [], tests: new Set() };
  const judged = await judgeItems(batch.map(toItem));
  const stories = await readStories(judged);
  const deliveries = (await withoutKept(judged)).map(toDelivery);
  if (deliveries.length > 0) await write(deliveries, judged.flatMap(toNotification), foldAlerts(stories));
  const tests = new Set(judged.filter(({ known }) => known.test).map(({ item }) => item.received));
  return { verdicts: judged.map(({ verdict }) => verdict), touched: stories, tests };
}

/**
 * Keeps one request in quarantine without applying it, for one that the database or the fold refuses.
 */
export function storeAside(received: Received, reason: string): Promise<Stored> {
  return storeBatch([notApplied(received, reason)]);
}

/** The same request, as one that is not understood. */
export function notApplied(received: Received, reason: string): Received {
  const { notificationId, alertId } = received.parsed;
  return { ...received, parsed: { notificationId, alertId, understood: null, reason, value: undefined } };
}

function toItem(received: Received): Item {
  const { parsed, body, signer } = received;
  const hash = bodyHash(body);
  const key = parsed.understood && notificationKey(parsed.understood, hash);
  const own = received.own ?? null;
  return {
    ...signer,
    received,
    hash,
    parsed,
    key,
    facts: parsed.understood,
    own,
    meaning: meaningOf(parsed),
  };
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
    suspects.flatMap(({ own }) => own ?? []),
  );
  return new Set(
    rows.map(({ tenancyId, body }) => {
      const parsed = parseNotification(body);
      return memoryKey(tenancyId, parsed.notificationId ?? "", meaningOf(parsed) ?? "");
    }),
  );
}

/**
 * Leaves out what is kept already of the very same request: a commit that landed after the request was spooled or
 * whose end was not heard, or a spool that was applied and not removed before the process ended.
 */
async function withoutKept(judged: Judged[]): Promise<Judged[]> {
  const suspects = judged.filter(
    ({ item, verdict }) => (item.received.spooled || item.received.again) && verdict.outcome === "duplicate",
  );
  if (suspects.length === 0) return judged;
  const kept = await findKept(suspects.map(({ item }) => ({ ...item, ...item.received })));
  const ghosts = new Set(suspects.filter((_, n) => kept[n]));
  return judged.filter((one) => !ghosts.has(one));
}

function toDelivery({ item, known, verdict }: Judged): NewDelivery {
  const { received, tenancyId, hash, parsed } = item;
  return {
    id: known.id,
    tenancyId,
    secretId: received.signer.secretId,
    receivedAt: received.receivedAt,
    outcome: verdict.outcome === "accepted" && received.spooled ? "spooled" : verdict.outcome,
    answered: received.spooled ? "spooled" : null,
    reason: verdict.outcome === "quarantined" ? verdict.reason : null,
    bytes: received.body.length,
    body: received.body,
    hash: verdict.outcome === "duplicate" ? null : hash,
    notificationId: parsed.notificationId,
    alertId: parsed.alertId,
    requestId: received.requestId,
    answeredInMs: received.spooled?.answeredInMs ?? Date.now() - received.receivedAt.getTime(),
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

/** Each alert that something was accepted for, with what is to be folded: nothing is read twice. */
async function readStories(judged: readonly Judged[]): Promise<Story[]> {
  const accepted = judged.filter(({ verdict, known }) => verdict.outcome === "accepted" && !known.test);
  const byAlert = groupBy(accepted, ({ item }) => memoryKey(item.tenancyId, item.facts?.alertId ?? ""));
  const told = await readTold(accepted);
  const stories = [...byAlert.values()].flatMap((group) => toStory(group, told));
  const unread = stories.filter(isUnread);
  const found = await findStored(unread.map((story) => ({ ...story, from: earliestOf(story) })));
  const read = new Map(unread.map((story, n) => [story, found[n]]));
  return stories.map((story) => ({ ...story, later: { ...story.later, ...read.get(story) } }));
}

/** Those that say nothing new of an alert that is known. */
async function readTold(accepted: readonly Judged[]): Promise<Set<Judged>> {
  const suspects = accepted.filter(({ known }) => known.revision > 0);
  const told = await findTold(
    suspects.flatMap(({ item }) => (item.facts ? [{ tenancyId: item.tenancyId, facts: item.facts }] : [])),
  );
  return new Set(suspects.filter((_, n) => told[n]));
}

function toStory(group: readonly Judged[], told: ReadonlySet<Judged>): Story[] {
  const [first] = group;
  if (!first?.item.facts) return [];
  const { tenancyId, tenantId, facts } = first.item;
  const { state, revision } = first.known;
  const added = group.flatMap((one) => (one.item.facts && !told.has(one) ? [one.item.facts] : []));
  const later = { added, stored: [], severityBefore: state?.severity ?? null };
  return [{ tenancyId, tenantId, alertId: facts.alertId, state, revision, later }];
}

/** What is kept of it has to be read: something new lies among it, or its state cannot be folded on from. */
function isUnread({ state, revision, later }: Story): boolean {
  if (!state) return revision > 0;
  return later.added.some(({ timestamp }) => timestamp <= state.lastEventAt);
}

/** From where on an alert's story is folded anew; null for all of it. */
function earliestOf({ state, later }: Story): Date | null {
  if (!state) return null;
  return new Date(Math.min(...later.added.map(({ timestamp }) => timestamp.getTime())));
}
