// npm run admin -- rotate-keys.

import { parseArgs } from "node:util";
import { keyRing } from "@/lib/base/secrets/ring.server";
import { requireOwnKeys } from "@/lib/farm/tenancies/service.server";
import {
  countOlder,
  neededByOlder,
  recordRotation,
  resealAll,
} from "@/lib/operations/rotation/service.server";
import { Fault } from "../fault.mjs";
import { say } from "../progress.mjs";
import { addKey, keepNewestKey } from "../settings/secret-keys.mjs";
import { bringUpToDate, OPERATOR } from "./database";

/** Reseals all secrets under a new key while the app runs. */
export async function rotateKeys(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { "forget-old": { type: "boolean" } } });
  const file = process.env.LEAFWATCH_SECRET_KEYS_FILE || null;
  await bringUpToDate();
  await requireOwnKeys();
  await chooseKey(file);
  const { resealed, lost } = await resealAll(OPERATOR, ({ done, of }) => say(`${done} of ${of} sealed anew`));
  await recordRotation(OPERATOR, { resealed, lost });
  say(
    `${resealed === 1 ? "1 secret is" : `${resealed} secrets are`} sealed under the key ${newestId()} now.`,
  );
  if (lost > 0)
    say(`${lost} could not be opened by any key and stay as they are: enter them again in the pages.`);
  await finish(file, values["forget-old"] ?? false);
}

/** Adds a new key to the data folder's key ring, or continues an interrupted rotation. */
async function chooseKey(file: string | null): Promise<void> {
  const [, older] = keyRing();
  if (file === null && !older)
    throw new Fault(
      "LEAFWATCH_SECRET_KEYS holds one key only: put a new one before it (openssl rand -base64 32), restart every process of Leafwatch with both, and run this again with both.",
    );
  if (file === null) return;
  if (older && (await countOlder(OPERATOR)) > 0) {
    say("Continuing an interrupted rotation.");
    return;
  }
  addKey(file);
  say(`The key ${newestId()} was added to ${file}: back that file up.`);
}

async function finish(file: string | null, forget: boolean): Promise<void> {
  const older = keyRing()
    .slice(1)
    .map(({ id }) => id);
  if (file !== null && forget) {
    const needed = await neededByOlder(OPERATOR);
    if (needed.length > 0)
      throw new Fault(
        `The older keys stay: ${needed.join(", ")} holds values that they sealed and that no rotation knows of, or that came just now. Run this again; if it says so still, keep the keys and report it.`,
      );
    keepNewestKey(file);
    say(`The older keys (${older.join(", ")}) are forgotten; sessions that they signed have ended.`);
    return;
  }
  const ids = older.join(", ");
  if (file === null)
    say(
      `No stored secret needs the keys after the first any more (${ids}). Take them out of LEAFWATCH_SECRET_KEYS in 30 days, when the last session that they signed is over.`,
    );
  else say(`The older keys (${ids}) stay for sessions that they signed; --forget-old removes them.`);
}

const newestId = () => keyRing()[0]?.id ?? "";
