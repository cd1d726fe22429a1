import { randomBytes } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";

const newKey = () => randomBytes(32).toString("base64");

/** The module as a process with these keys would have it. */
async function withKeys(...keys: string[]) {
  vi.resetModules();
  vi.stubEnv("DATABASE_URL", "postgres://nobody@localhost/none");
  vi.stubEnv("LEAFWATCH_SECRET_KEYS", keys.join(","));
  return import("./seal.server");
}

afterEach(() => vi.unstubAllEnvs());

describe("secrets at rest", () => {
  it("open again for the purpose that they were sealed for, and for no other", async () => {
    const { seal, unseal } = await withKeys(newKey());
    const sealed = seal("Zugang ✓", "client-secret:A");
    expect(unseal(sealed, "client-secret:A")).toBe("Zugang ✓");
    expect(() => unseal(sealed, "client-secret:B")).toThrow("cannot be opened");
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
