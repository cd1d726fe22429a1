import "server-only";
import { hash, verify } from "@node-rs/argon2";
import { z } from "zod";
import { ConcurrencyLimit } from "@/lib/base/core/concurrency-limit";
import { processSingleton } from "@/lib/base/core/process-singleton";

/**
 * docs/spec/http-contract.md "Provisioning file": twelve characters or more. The upper bound keeps hashing cheap to
 * refuse.
 */
export const passwordSchema = z.string().min(12, "has to have 12 characters or more").max(512);

/** Hashing runs on Node's four threads, which files need too: the spool of notifications above all. */
const AT_ONCE = 2;
/** Some second of work: strangers beyond it are refused, so that a flood holds neither memory nor threads. */
const MOST_WAITING = 50;

const held = processSingleton<{ passwordLimit: ConcurrencyLimit }>();

function limit(): ConcurrencyLimit {
  held.passwordLimit ??= new ConcurrencyLimit(AT_ONCE);
  return held.passwordLimit;
}

/** argon2id with the library's recommended cost (19 MiB, two passes). Waits for its turn, and is never refused. */
export function hashPassword(password: string): Promise<string> {
  return limit().run(() => hash(password));
}

// Compared with when there is no such account, so that both cases take as long.
let nobody: Promise<string> | undefined;

/**
 * Whether the password fits; takes as long for an account that does not exist (`passwordHash` null). Waits for its
 * turn, and is never refused: for whoever is known already.
 */
export function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  return limit().run(async () => {
    nobody ??= hash("an account that does not exist");
    const fits = await verify(passwordHash ?? (await nobody), password);
    return fits && passwordHash !== null;
  });
}

/** The same for a stranger: null, without a look at the password, when too many wait already. */
export async function tryPassword(passwordHash: string | null, password: string): Promise<boolean | null> {
  return limit().waiting < MOST_WAITING ? verifyPassword(passwordHash, password) : null;
}
