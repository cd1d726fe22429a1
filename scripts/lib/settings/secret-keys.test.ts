import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { mountSmallDisk, NO_SMALL_DISK } from "../../../tests/support/small-disk";
import { addKey, keysFile, secretKeys } from "./secret-keys.mjs";

const folder = mkdtempSync(join(tmpdir(), "leafwatch-keys-"));
const disk = mountSmallDisk(1);
afterAll(() => {
  disk.remove();
  rmSync(folder, { recursive: true, force: true });
});

describe("keys that cannot be written", () => {
  it("are reported in a sentence, and leave no partial file", () => {
    const dataDir = join(folder, "in-the-way");
    // A folder at the temporary name makes the open fail for every user, root included.
    mkdirSync(`${keysFile(dataDir)}.making`, { recursive: true });
    expect(() => secretKeys(dataDir, null)).toThrow(
      /^The keys could not be written to .*secret-keys \(EISDIR\)/,
    );
    expect(existsSync(keysFile(dataDir))).toBe(false);
  });

  it.skipIf(!disk.isMounted)(
    disk.isMounted ? "stay as they were on a full disk, and a rotation goes on with room" : NO_SMALL_DISK,
    () => {
      const before = secretKeys(disk.path, null);
      disk.fill();
      expect(() => addKey(keysFile(disk.path))).toThrow(
        /^The keys could not be written to .*secret-keys \(ENOSPC\): make room/,
      );
      expect(secretKeys(disk.path, null)).toBe(before);
      expect(readdirSync(disk.path).sort()).toEqual(["ballast", "secret-keys"]);
      disk.makeRoom();
      addKey(keysFile(disk.path));
      expect(secretKeys(disk.path, null).split(",")).toHaveLength(2);
      expect(readFileSync(keysFile(disk.path), "utf8")).toContain(before);
    },
  );
});
