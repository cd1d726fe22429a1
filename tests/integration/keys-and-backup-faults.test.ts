// Keys and backups on a disk that fails at each operation in turn: existing files stay whole, no partial file
// is left, and the same call succeeds afterwards.

import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { readSavedKeys, saveKeys } from "@/lib/alerting/webhooks/disk/saved-keys.server";
import { log } from "@/lib/base/request/log.server";
import { SYSTEM } from "@/lib/identity/actor/system.server";
import { makeBackup } from "@/lib/operations/backup/service.server";
import { addKey, keepNewestKey, keysFile, secretKeys } from "../../scripts/lib/settings/secret-keys.mjs";
import { useTestDatabase } from "../support/notifications";

const CODES = ["ENOSPC", "EIO", "EMFILE"] as const;

/** Counts disk operations below a folder, and makes one of them fail. */
const faults = vi.hoisted(() => ({
  beneath: "-",
  at: 0,
  code: "",
  done: [] as string[],
  check(operation: string, path: unknown) {
    if (!String(path).startsWith(faults.beneath)) return;
    faults.done.push(operation);
    if (faults.done.length !== faults.at) return;
    throw Object.assign(new Error(`${faults.code}: a fault, ${operation}`), { code: faults.code });
  },
}));

vi.mock("node:fs", async (importActual) => {
  const real = await importActual<typeof import("node:fs")>();
  const paths = new Map<number, string>();
  const before = <F extends (...values: never[]) => unknown>(operation: string, work: F): F =>
    ((...values: Parameters<F>) => {
      faults.check(operation, paths.get(Number(values[0])) ?? values[0]);
      return work(...values);
    }) as F;
  // Only these: node's write stream uses them.
  const streamFs = (path: unknown) => {
    const later =
      (operation: string, work: (...values: never[]) => void) =>
      (...values: unknown[]) => {
        try {
          faults.check(operation, path);
        } catch (error) {
          if (operation === "close") real.closeSync(values[0] as number);
          return void process.nextTick(values.at(-1) as (error: unknown) => void, error);
        }
        work(...(values as never[]));
      };
    return {
      open: later("open", real.open as never),
      write: later("write", real.write as never),
      writev: later("write", real.writev as never),
      fsync: later("fsync", real.fsync as never),
      close: later("close", real.close as never),
    };
  };
  const openSync = before("open", real.openSync);
  const mocked = {
    ...real,
    createWriteStream: (path: string, options: object) =>
      real.createWriteStream(path, { ...options, fs: streamFs(path) } as never),
    openSync: (path: string, flags: string) => {
      const descriptor = openSync(path, flags);
      paths.set(descriptor, path);
      return descriptor;
    },
    fsyncSync: before("fsync", real.fsyncSync),
    readFileSync: before("read", real.readFileSync),
    renameSync: before("rename", real.renameSync),
    writeFileSync: before("write", (path: string, ...more: [string]) => real.writeFileSync(path, ...more)),
  };
  return { ...mocked, default: mocked };
});

vi.mock("node:fs/promises", async (importActual) => {
  const real = await importActual<typeof import("node:fs/promises")>();
  const before = <F extends (...values: never[]) => Promise<unknown>>(operation: string, work: F): F =>
    (async (...values: Parameters<F>) => {
      faults.check(operation, values[0]);
      return work(...values);
    }) as unknown as F;
  const mocked = {
    ...real,
    mkdir: before("mkdir", real.mkdir as never),
    open: before("open", async (path: string, flags: number) => {
      const handle = await real.open(path, flags);
      const sync = handle.sync.bind(handle);
      return Object.assign(handle, {
        sync: async () => {
          faults.check("fsync", path);
          await sync();
        },
      });
    }),
    readFile: before("read", real.readFile as never),
    rename: before("rename", real.rename),
    writeFile: before("write", real.writeFile as never),
  };
  return { ...mocked, default: mocked };
});

let folder: string;
let dataDir: string;
let drop: () => Promise<void>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "leafwatch-faults-"));
  dataDir = join(folder, "data");
  await mkdir(dataDir);
  const key = randomBytes(32).toString("base64");
  await writeFile(keysFile(dataDir), `${key}\n`, { mode: 0o600 });
  process.env.LEAFWATCH_DATA_DIR = dataDir;
  process.env.LEAFWATCH_SECRET_KEYS = key;
  process.env.LEAFWATCH_SECRET_KEYS_FILE = keysFile(dataDir);
  drop = await useTestDatabase();
});
afterAll(async () => {
  await drop();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  faults.beneath = "-";
});

/** Makes each operation of some work fail in turn with each code. @returns its operations */
async function failEach(
  beneath: string,
  work: () => unknown,
  afterwards: (outcome: unknown, fault: string) => Promise<void>,
): Promise<string[]> {
  const attempt = async (at: number, code: string) => {
    Object.assign(faults, { beneath, at, code, done: [] });
    try {
      return await work();
    } catch (error) {
      return error;
    } finally {
      faults.beneath = "-";
    }
  };
  await attempt(0, "");
  const operations = [...faults.done];
  for (const [index, operation] of operations.entries())
    for (const code of CODES)
      await afterwards(await attempt(index + 1, code), `${code} at ${operation} ${index + 1}`);
  expect(await attempt(0, "")).not.toBeInstanceOf(Error);
  return operations;
}

describe("secret keys", () => {
  test.each([
    ["made", (dir: string) => secretKeys(dir, null)],
    ["added to", (dir: string) => addKey(keysFile(dir))],
    ["cut to the newest", (dir: string) => keepNewestKey(keysFile(dir))],
  ])("stay whole when they cannot be %s: old, or new with a message that says so", async (what, change) => {
    const dir = join(folder, what.replaceAll(" ", "-"));
    const former = `${[1, 2].map((n) => Buffer.alloc(32, n).toString("base64")).join(",")}\n`;
    const prepare = async () => {
      await rm(dir, { recursive: true, force: true });
      await mkdir(dir);
      if (what !== "made") await writeFile(keysFile(dir), former);
    };
    await prepare();
    const work = () => change(dir);
    const operations = await failEach(
      dir,
      async () => {
        const beneath = faults.beneath;
        faults.beneath = "-";
        await prepare();
        faults.beneath = beneath;
        return work();
      },
      async (outcome, fault) => {
        expect(String(outcome), fault).toMatch(/^Fault: .*secret-keys.* \((ENOSPC|EIO|EMFILE)\): [^.]+\./);
        // An error after the rename says so; any other leaves the file unchanged.
        const isPlaced = /^Fault: The new keys are in /.test(String(outcome));
        expect(isPlaced, fault).toBe(fault.includes("at fsync"));
        const isThere = what !== "made" || isPlaced || fault.includes("at read");
        expect(await readdir(dir), fault).toEqual(isThere ? ["secret-keys"] : []);
        if (what !== "made" && !isPlaced) expect(await readFile(keysFile(dir), "utf8"), fault).toBe(former);
        expect(() => work(), fault).not.toThrow();
      },
    );
    expect(operations).toEqual(expect.arrayContaining(["write", "rename", "open", "fsync"]));
  });
});

describe("the sealed webhook secrets on disk", () => {
  test("are saved whole by two saves at the same time, of which neither fails", async () => {
    const keyOf = (secret: string) => [{ tenancyId: 1, tenantId: "t", secretId: 1, header: "h", secret }];
    const warn = vi.spyOn(log, "warn");
    const both = ["one", "another"].map((secret) => keyOf(secret));
    await Promise.all(both.map(saveKeys));
    expect(warn).not.toHaveBeenCalled();
    expect(both).toContainEqual(await readSavedKeys());
    warn.mockRestore();
  });

  test("stay unchanged when they cannot be written, and are written the next time", async () => {
    const keyOf = (secret: string) => [{ tenancyId: 1, tenantId: "t", secretId: 1, header: "h", secret }];
    let count = 0;
    await saveKeys(keyOf("0"));
    const latest = () => keyOf(String(count));
    let former = keyOf("0");
    await failEach(
      dataDir,
      () => {
        former = keyOf(String(count));
        count += 1;
        return saveKeys(latest());
      },
      async (outcome, fault) => {
        expect(outcome, fault).toBeUndefined();
        expect(await readSavedKeys(), fault).toEqual(former);
        expect((await readdir(dataDir)).sort(), fault).toEqual(["secret-keys", "webhook-keys.sealed"]);
        await saveKeys(latest());
        expect(await readSavedKeys(), fault).toEqual(latest());
      },
    );
  });
});

describe("a backup", () => {
  test("that cannot be written says what to do, leaves no partial file and changes no earlier backup", async () => {
    const target = join(folder, "backups");
    await mkdir(target);
    await writeFile(join(target, "earlier.tar.gz"), "an earlier backup");
    const work = async () => {
      const path = join(target, `${randomBytes(4).toString("hex")}.tar.gz`);
      const { file } = await makeBackup(SYSTEM, { target: path, onTable: () => undefined });
      await rm(file);
    };
    const operations = await failEach(target, work, async (outcome, fault) => {
      expect(String(outcome), fault).toMatch(/^AppError: The backup could not be written to .*: [^.]+\.$/);
      expect(await readdir(target), fault).toEqual(["earlier.tar.gz"]);
      expect(await readFile(join(target, "earlier.tar.gz"), "utf8"), fault).toBe("an earlier backup");
    });
    expect(operations).toEqual(expect.arrayContaining(["open", "write", "fsync", "close", "rename"]));
    expect(operations.slice(-2), "of the folder").toEqual(["open", "fsync"]);
  });
});
