import "server-only";
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { env } from "@/lib/base/env/env.server";
import { log } from "@/lib/base/request/log.server";
import { KEPT_KEYS_PURPOSE } from "@/lib/base/secrets/contract";
import { isSealedByNewest, seal, tryUnseal, unseal } from "@/lib/base/secrets/seal.server";
import type { WebhookKey } from "@/lib/farm/tenancies/contract";

const keysSchema = z.array(
  z.object({
    tenancyId: z.int(),
    tenantId: z.string(),
    secretId: z.int(),
    header: z.string(),
    secret: z.string(),
  }),
);

const fileName = () => join(env().LEAFWATCH_DATA_DIR, "webhook-keys.sealed");

let kept: string | undefined;

/**
 * Keeps the webhook secrets sealed in the data directory, so that a process that starts while the database is
 * away can check signatures. Writes only when they have changed; never throws.
 */
export async function keepKeys(keys: readonly WebhookKey[]): Promise<void> {
  const text = JSON.stringify(keys);
  if (text === kept) return;
  kept = text;
  try {
    await write(text);
  } catch (error) {
    kept = undefined;
    log.warn({ err: error }, "The webhook secrets could not be kept beside the database");
  }
}

/** Seals the kept secrets anew under the newest key, where there are any. */
export async function resealKeptKeys(): Promise<void> {
  const sealed = await readFile(fileName()).catch(() => null);
  if (!sealed || isSealedByNewest(sealed)) return;
  const text = tryUnseal(sealed, KEPT_KEYS_PURPOSE);
  if (text === null) return;
  const { uid, gid } = await stat(fileName());
  await write(text);
  // An operator who is root leaves it to whom it belongs.
  if (process.getuid?.() === 0) await chown(fileName(), uid, gid);
}

async function write(text: string): Promise<void> {
  const half = `${fileName()}.${process.pid}`;
  await mkdir(dirname(half), { recursive: true });
  try {
    await writeFile(half, seal(text, KEPT_KEYS_PURPOSE), { mode: 0o600, flush: true });
    await rename(half, fileName());
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
}

/** The secrets that were kept last; undefined when there are none or no key opens them. */
export async function findKeptKeys(): Promise<readonly WebhookKey[] | undefined> {
  try {
    return keysSchema.parse(JSON.parse(unseal(await readFile(fileName()), KEPT_KEYS_PURPOSE)));
  } catch {
    return undefined;
  }
}
