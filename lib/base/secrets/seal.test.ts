import { createCipheriv, hkdfSync, randomBytes } from "node:crypto";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";

const newKey = () => randomBytes(32).toString("base64");

/** The module as a process with these keys would have it. */
async function withKeys(...keys: string[]) {
  vi.resetModules();
  vi.stubEnv("DATABASE_URL", "postgres://nobody@localhost/none");
  vi.stubEnv("LEAFWATCH_SECRET_KEYS", keys.join(","));
  return import("./seal.server");
}

/** As the first releases sealed: version 1, nonce, tag, ciphertext. */
function firstFormat(secret: string, key: string, purpose: string): Uint8Array {
  const sealing = hkdfSync("sha256", Buffer.from(key, "base64"), "", "leafwatch secrets at rest", 32);
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(sealing), nonce);
  cipher.setAAD(Buffer.from(purpose, "utf8"));
  const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.from([1]), nonce, cipher.getAuthTag(), text]);
}

afterEach(() => vi.unstubAllEnvs());

describe("secrets at rest", () => {
  it("open again for the purpose that they were sealed for, and for no other", async () => {
    const { seal, unseal } = await withKeys(newKey());
    const sealed = seal("Zugang ✓", "client-secret:A");
    expect(unseal(sealed, "client-secret:A")).toBe("Zugang ✓");
    expect(() => unseal(sealed, "client-secret:B")).toThrow("cannot be opened");
  });

  it("of the first format open still, by what they were bound to then", async () => {
    const key = newKey();
    const { seal, unseal, isSealedByNewest, reseal } = await withKeys(key);
    const old = firstFormat("kept", key, "webhook-secret:A");
    const purpose = { name: "webhook-secret:A:row", before: "webhook-secret:A" };
    expect(unseal(old, purpose)).toBe("kept");
    const anew = reseal(old, purpose);
    expect([isSealedByNewest(old), anew && isSealedByNewest(anew)]).toEqual([false, true]);
    expect(anew && unseal(anew, purpose)).toBe("kept");
    expect(() => unseal(seal("kept", purpose), "webhook-secret:A")).toThrow("cannot be opened");
  });

  it("are sealed by a key that a rotation puts into the file, from the next one on", async () => {
    const folder = mkdtempSync(join(tmpdir(), "leafwatch-ring-"));
    const file = join(folder, "secret-keys");
    const [first, second] = [newKey(), newKey()];
    writeFileSync(file, `${first}\n`);
    vi.stubEnv("LEAFWATCH_SECRET_KEYS_FILE", file);
    const { seal, unseal, isSealedByNewest } = await withKeys(first);
    const before = seal("kept", "p");
    writeFileSync(`${file}.making`, `${second},${first}\n`);
    renameSync(`${file}.making`, file);
    expect([unseal(before, "p"), isSealedByNewest(before)]).toEqual(["kept", false]);
    expect(isSealedByNewest(seal("kept", "p"))).toBe(true);
    rmSync(folder, { recursive: true });
  });

  it("do not show their text, and never look the same twice", async () => {
    const { seal } = await withKeys(newKey());
    const [one, two] = [seal("the secret itself", "p"), seal("the secret itself", "p")];
    expect(Buffer.from(one).includes("the secret itself")).toBe(false);
    expect(Buffer.from(one).equals(two)).toBe(false);
  });

  it("open after a new key was put before the old one, and not without the old one", async () => {
    const [oldKey, key] = [newKey(), newKey()];
    const sealed = (await withKeys(oldKey)).seal("kept", "p");
    expect((await withKeys(key, oldKey)).unseal(sealed, "p")).toBe("kept");
    const { unseal } = await withKeys(key);
    expect(() => unseal(sealed, "p")).toThrow("LEAFWATCH_SECRET_KEYS lacks the key");
  });

  it("are refused when a single bit was changed", async () => {
    const { seal, unseal } = await withKeys(newKey());
    const sealed = seal("kept", "p");
    for (let at = 1; at < sealed.length; at += 7) {
      const changed = sealed.slice();
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => unseal(changed, "p")).toThrow("cannot be opened");
    }
  });
});
