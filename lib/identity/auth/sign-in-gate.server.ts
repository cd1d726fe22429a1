import "server-only";
import { networkOf } from "@/lib/base/core/addresses";
import { ConcurrencyLimit } from "@/lib/base/core/concurrency-limit";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { holdBack } from "@/lib/base/request/hold-back.server";
import { log } from "@/lib/base/request/log.server";
import { noteTry, type Origin, type Try } from "./guess-store.server";

/** Of the pool's twelve connections: the pages keep theirs, whatever a flood does. */
const AT_ONCE = 2;
/** Of strangers. Who comes from a device that is known waits in a line of its own. */
const MOST_WAITING = 100;
/** So that the database is asked again whether a network is still to be refused. */
const LONGEST_REFUSAL_MS = 60_000;
const MOST_NETWORKS = 5_000;

type Refused = { until: number; except: ReadonlySet<string> };

const held = processSingleton<{
  strangersLimit: ConcurrencyLimit;
  devicesLimit: ConcurrencyLimit;
  refusedNetworks: Map<string, Refused>;
}>();

/**
 * Notes a try to sign in before it is judged. A network that the limits refuse is refused here, without the database,
 * until they let it in again; other tries wait for one of a few connections. A refusal takes a second.
 * @param account the e-mail as it was typed, in lower case
 * @returns null when it is refused
 */
export async function admitTry(account: string, origin: Origin): Promise<Try | null> {
  const noted = await noteInTurn(account, origin);
  if (!noted) await holdBack();
  return noted;
}

async function noteInTurn(account: string, origin: Origin): Promise<Try | null> {
  if (isRefused(account, origin)) return null;
  held.strangersLimit ??= new ConcurrencyLimit(AT_ONCE);
  held.devicesLimit ??= new ConcurrencyLimit(AT_ONCE);
  const limit = origin.device ? held.devicesLimit : held.strangersLimit;
  if (!origin.device && limit.waiting >= MOST_WAITING) return null;
  return limit.run(async () => {
    // The network may have been refused since this try began to wait.
    if (isRefused(account, origin)) return null;
    const noted = await noteTry(account, origin);
    if (!("network" in noted)) return noted;
    if (noted.network) refuse(networkOf(origin.address), noted.network);
    return null;
  });
}

function isRefused(account: string, { address, device }: Origin): boolean {
  if (device) return false;
  const found = held.refusedNetworks?.get(networkOf(address));
  return found !== undefined && performance.now() < found.until && !found.except.has(account);
}

function refuse(network: string, { forMs, except }: { forMs: number; except: ReadonlySet<string> }): void {
  held.refusedNetworks ??= new Map();
  const all = held.refusedNetworks;
  const ms = Math.min(forMs, LONGEST_REFUSAL_MS);
  all.delete(network);
  all.set(network, { until: performance.now() + ms, except });
  const [oldest] = all.keys();
  if (all.size > MOST_NETWORKS && oldest !== undefined) all.delete(oldest);
  log.warn(
    { network, seconds: Math.ceil(ms / 1_000) },
    "A network is refused: too many wrong tries to sign in",
  );
}
