import "server-only";
import { randomUUID } from "node:crypto";
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

/** The path of the sealed file. */
export const savedKeysFile = () => join(env().LEAFWATCH_DATA_DIR, "webhook-keys.sealed");

let saved: string | undefined;

/**
 * Saves the webhook secrets sealed in the data directory, so that a process that starts while the database is away can
 * check signatures. Writes only what has changed; never throws.
 */
export async function saveKeys(keys: readonly WebhookKey[]): Promise<void> {
  const text = JSON.stringify(keys);
  if (text === saved) return;
  saved = text;
  try {
    await write(text);
  } catch (error) {
    saved = undefined;
    log.warn({ err: error }, "The webhook secrets could not be saved beside the database");
  }
}

/** Seals the saved secrets again with the newest key, if there are any. */
export async function resealSavedKeys(): Promise<void> {
  const sealed = await readFile(savedKeysFile()).catch(() => null);
  if (!sealed || isSealedByNewest(sealed)) return;
  const text = tryUnseal(sealed, KEPT_KEYS_PURPOSE);
  if (text === null) return;
  const { uid, gid } = await stat(savedKeysFile());
  await write(text);
  // Run by root, the file keeps its owner.
  if (process.getuid?.() === 0) await chown(savedKeysFile(), uid, gid);
}

async function write(text: string): Promise<void> {
  // Unique within the process too: two of its requests may save at the same time.
  const temporary = `${savedKeysFile()}.${randomUUID()}`;
  await mkdir(dirname(temporary), { recursive: true });
  try {
    await writeFile(temporary, seal(text, KEPT_KEYS_PURPOSE), { mode: 0o600, flush: true });
    await rename(temporary, savedKeysFile());
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Reads the secrets that were saved last; undefined if there are none or no key opens them. */
export async function readSavedKeys(): Promise<readonly WebhookKey[] | undefined> {
  try {
    return keysSchema.parse(JSON.parse(unseal(await readFile(savedKeysFile()), KEPT_KEYS_PURPOSE)));
  } catch {
    return undefined;
  }
}
