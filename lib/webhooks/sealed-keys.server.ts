import "server-only";
import { mkdir, open, readFile, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { env } from "@/lib/env/env.server";
import { log } from "@/lib/http/log.server";
import { seal, unseal } from "@/lib/secrets/seal.server";
import type { WebhookKey } from "@/lib/tenancies/contract";

const PURPOSE = "webhook-keys";
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
    const half = `${fileName()}.${process.pid}`;
    await mkdir(dirname(half), { recursive: true });
    const file = await open(half, "w", 0o600);
    await file.writeFile(seal(text, PURPOSE));
    await file.sync();
    await file.close();
    await rename(half, fileName());
  } catch (error) {
    kept = undefined;
    log.warn({ err: error }, "The webhook secrets could not be kept beside the database");
  }
}

/** The secrets that were kept last; undefined when there are none or no key opens them. */
export async function findKeptKeys(): Promise<readonly WebhookKey[] | undefined> {
  try {
    return keysSchema.parse(JSON.parse(unseal(await readFile(fileName()), PURPOSE)));
  } catch {
    return undefined;
  }
}
