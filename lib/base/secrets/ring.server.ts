import "server-only";
import { createHash, hkdfSync } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { env } from "@/lib/base/env/env.server";

/** One key of the ring. */
export type RingKey = {
  /** Four bytes, hex, that identify the key without revealing it; every value it sealed begins with them. */
  id: string;
  /** The key as given: base64 of 32 bytes. */
  master: string;
  /** The derived key that seals and opens secrets. */
  sealing: Buffer;
};

let held: { stamp: string; keys: RingKey[] } | undefined;

/**
 * The keys of this process, newest first: those of LEAFWATCH_SECRET_KEYS, else those in the data directory. A key that a
 * rotation adds there is used from the next call on.
 */
export function keyRing(): readonly RingKey[] {
  const { LEAFWATCH_SECRET_KEYS: given, LEAFWATCH_SECRET_KEYS_FILE: file } = env();
  const stamp = file === undefined ? "given" : (stampOf(file) ?? held?.stamp ?? "given");
  if (held?.stamp === stamp) return held.keys;
  const masters = (stamp !== "given" && file !== undefined ? readRing(file) : null) ?? given;
  held = { stamp, keys: masters.map(toRingKey) };
  return held.keys;
}

/** The key for new values. */
export function newestKey(): RingKey {
  const [newest] = keyRing();
  if (!newest) throw new Error("The key ring is empty");
  return newest;
}

/** Reads the keys of a file, newest first; null if it cannot be read or holds anything else. */
export function readRing(file: string): string[] | null {
  try {
    const keys = readFileSync(file, "utf8")
      .split(",")
      .map((key) => key.trim());
    return keys.every((key) => Buffer.from(key, "base64").length === 32) ? keys : null;
  } catch {
    return null;
  }
}

/** Identifies a version of the file, which a rotation replaces as a whole. */
function stampOf(file: string): string | null {
  const facts = statSync(file, { throwIfNoEntry: false });
  return facts ? `${facts.ino} ${facts.mtimeMs} ${facts.size}` : null;
}

function toRingKey(master: string): RingKey {
  const bytes = Buffer.from(master, "base64");
  const id = createHash("sha256").update("leafwatch key id").update(bytes).digest().subarray(0, 4);
  return {
    id: id.toString("hex"),
    master,
    sealing: Buffer.from(hkdfSync("sha256", bytes, "", "leafwatch secrets at rest", 32)),
  };
}
