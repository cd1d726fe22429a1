import "server-only";
import { networkOf } from "@/lib/base/core/addresses";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { HOUR_MS } from "@/lib/base/core/time";
import { transaction } from "@/lib/base/db/transaction.server";
import { log } from "@/lib/base/request/log.server";
import { type Rate, takeRate } from "@/lib/base/request/rate-limit.server";
import { recordAudit } from "@/lib/identity/audit/service.server";

/** A person who signs in or out. */
type Person = { id: number; name: string; email: string };

/** Lines about failed sign-ins of one process in an hour: a flood must not fill the disk. */
const LINES: Rate = { name: "failed sign-ins in the audit", limit: 120, windowMs: HOUR_MS };
const UNLISTED: Rate = { name: "unlisted sign-ins in the audit", limit: 1, windowMs: HOUR_MS };
const MAX_COUNTED = 5_000;

/** Failures of an hour by outcome, account and network; monotonic milliseconds. */
const held = processSingleton<{ failures: Map<string, { since: number; count: number }> }>();

/** Records a sign-in. @param by `password`, `password and code`, or the provider's name */
export async function recordSignIn(person: Person, address: string, by: string): Promise<void> {
  await write(person, address, { action: "user.signed-in", detail: { by } });
}

/** Records that a person signed out. */
export async function recordSignOut(person: Person, address: string | null): Promise<void> {
  await write(person, address, { action: "user.signed-out" });
}

const write = (
  { id, name, email }: Person,
  address: string | null,
  note: { action: string; detail?: Record<string, string> },
) => transaction((tx) => recordAudit(tx, { kind: "user", id, name, address }, { ...note, target: email }));

/** The outcomes of a failed sign-in, and their actions. */
const FAILED = {
  wrong: "user.sign-in-failed",
  "wrong code": "user.second-factor-failed",
  refused: "user.sign-in-refused",
} as const;

/**
 * Records a failed sign-in: the first of an hour from a network for an account, then the tenth, the hundredth and so on, with their
 * number, and 120 lines an hour and process in all. E-mails without an account are left out: people type their
 * password there. The answer does not wait for the line, so that its time tells nothing about an account.
 * @param account the e-mail of an existing account; null for any other
 * @param by the provider of single sign-on, and its fault
 */
export function recordFailedSignIn(
  outcome: keyof typeof FAILED,
  {
    account,
    address,
    by,
  }: { account: string | null; address: string; by?: { provider: string; fault: string } },
): void {
  const count = countFailure([outcome, account ?? "", networkOf(address)].join(" "));
  if (!/^10*$/.test(String(count))) return;
  const note = {
    action: FAILED[outcome],
    target: account ?? "an unknown account",
    detail: { attempts: String(count), ...(by && { by: by.provider, fault: by.fault }) },
  };
  if (takeRate(LINES, "")) writeLater(note, address);
  else if (takeRate(UNLISTED, ""))
    writeLater({ action: "user.sign-ins-unlisted", target: "further failed sign-ins of this hour" }, null);
}

function writeLater(
  note: { action: string; target: string; detail?: Record<string, string> },
  address: string | null,
): void {
  transaction((tx) => recordAudit(tx, { name: "Not signed in", address }, note)).catch((error: unknown) =>
    log.warn({ err: error }, "A failed sign-in could not be recorded in the audit"),
  );
}

/** Counts a failure. @returns its number within the hour that the first one began */
function countFailure(key: string): number {
  held.failures ??= new Map();
  const { failures } = held;
  const now = performance.now();
  const known = failures.get(key);
  if (known && now - known.since < HOUR_MS) return ++known.count;
  failures.delete(key);
  failures.set(key, { since: now, count: 1 });
  const [oldest] = failures.keys();
  if (failures.size > MAX_COUNTED && oldest !== undefined) failures.delete(oldest);
  return 1;
}
