import "server-only";
import { groupBy } from "@/lib/base/core/group-by";
import type { Received } from "./batch.server";
import type { Verdict } from "./judge";
import { settle } from "./settle.server";
import { inTurns } from "./turns";

const BATCH_ITEMS = 64;
/** While one waits for the disk, the next is worked on. */
const BATCHES_AT_ONCE = 2;
const BATCH_BYTES = 4_000_000;
/** What waits while the database is slow, so that memory stays bounded. */
const MOST_WAITING = 2_000;

type Entry = { received: Received; resolve(verdict: Verdict): void; reject(error: unknown): void };

let waiting: Entry[] = [];
let writing = 0;
/** Alerts that a batch is being written for: two that write one alert would take each other back. */
const busy = new Set<string>();

const alertOf = ({ received: { signer, parsed } }: Entry) =>
  parsed.alertId === null ? "" : `${signer.tenancyId}:${parsed.alertId}`;

/**
 * Hands a signed request over for storing. Requests that arrive while a batch is being written go together
 * into the next one: one commit for all of them.
 * @returns what became of it, once it is durable; never settles for what was given up meanwhile
 * @throws whatever the database throws when it is out of reach; Error when too many wait
 */
export function store(received: Received): Promise<Verdict> {
  if (waiting.length >= MOST_WAITING) waiting = waiting.filter(isWanted);
  if (waiting.length >= MOST_WAITING)
    return Promise.reject(new Error("Too many notifications wait for the database."));
  return new Promise((resolve, reject) => {
    waiting.push({ received, resolve, reject });
    startBatch();
  });
}

/** What stands in the spool meanwhile is applied from there. */
const isWanted = ({ received }: Entry) => !received.givenUp;

/** What comes while batches are being written waits for the next one, and so grows it. */
function startBatch(): void {
  while (writing < BATCHES_AT_ONCE) {
    const batch = takeBatch();
    if (batch.length === 0) return;
    void write(batch);
  }
}

async function write(batch: Entry[]): Promise<void> {
  writing += 1;
  const alerts = batch.map(alertOf).filter((alert) => alert !== "");
  for (const alert of alerts) busy.add(alert);
  const settled = await settle(batch.map(({ received }) => received));
  settled.forEach((one, n) => {
    const entry = batch[n];
    if (!entry || !isWanted(entry)) return;
    if ("verdict" in one) entry.resolve(one.verdict);
    else entry.reject(one.error);
  });
  for (const alert of alerts) busy.delete(alert);
  writing -= 1;
  startBatch();
}

/** The tenancies take turns. */
function takeBatch(): Entry[] {
  let bytes = 0;
  waiting = waiting.filter(isWanted);
  const free = waiting.filter((entry) => !busy.has(alertOf(entry)));
  const wanted = inTurns(groupBy(free, ({ received }) => received.signer.tenancyId).values(), BATCH_ITEMS);
  const end = wanted.findIndex(({ received }, n) => {
    bytes += received.body.length;
    return n >= BATCH_ITEMS || (n > 0 && bytes > BATCH_BYTES);
  });
  const batch = new Set(end < 0 ? wanted : wanted.slice(0, end));
  waiting = waiting.filter((entry) => !batch.has(entry));
  return [...batch];
}
