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
const CONCURRENT_HASHES = 2;
/** About a second of work; beyond it strangers are refused, so that a flood holds neither memory nor threads. */
const MAX_WAITING = 50;

const held = processSingleton<{ passwordLimit: ConcurrencyLimit }>();

function limit(): ConcurrencyLimit {
  held.passwordLimit ??= new ConcurrencyLimit(CONCURRENT_HASHES);
  return held.passwordLimit;
}

/** Hashes with argon2id at the library's recommended cost (19 MiB, two passes). Queues, and is never refused. */
export function hashPassword(password: string): Promise<string> {
  return limit().run(() => hash(password));
}

// The hash for an unknown account, so that both cases take as long.
let nobody: Promise<string> | undefined;

/**
 * Verifies a password; takes as long for an account that does not exist (`passwordHash` null). Queues, and is never
 * refused: for people who are known already.
 */
export function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  return limit().run(async () => {
    nobody ??= hash("an account that does not exist");
    const fits = await verify(passwordHash ?? (await nobody), password);
    return fits && passwordHash !== null;
  });
}

/** Verifies the password of a stranger; null, unchecked, when too many are queued. */
export async function tryPassword(passwordHash: string | null, password: string): Promise<boolean | null> {
  return limit().waiting < MAX_WAITING ? verifyPassword(passwordHash, password) : null;
}
