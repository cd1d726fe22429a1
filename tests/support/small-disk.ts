// A small file system of its own, to be filled to the last byte. It needs root and a system that lets it mount.

import { spawnSync } from "node:child_process";
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type SmallDisk = {
  path: string;
  /** Whether there is one: false where the system mounts none. */
  isMounted: boolean;
  /** Takes all room that is left. */
  fill(): void;
  /** Gives back what `fill` took. */
  makeRoom(): void;
  remove(): void;
};

/** Why a test that needs one is left out. */
export const NO_SMALL_DISK = "A full disk is not tested: mounting a small file system needs root.";

export function mountSmallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), "leafwatch-disk-"));
  const { status } = spawnSync("/bin/mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", path]);
  chmodSync(path, 0o755);
  const ballast = join(path, "ballast");
  return {
    path,
    isMounted: status === 0,
    fill: () => fillUp(ballast),
    makeRoom: () => rmSync(ballast, { force: true }),
    remove: () => {
      spawnSync("/bin/umount", ["--lazy", path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

function fillUp(file: string): void {
  const descriptor = openSync(file, "a");
  try {
    for (const size of [1_000_000, 4_096])
      try {
        for (const bytes = Buffer.alloc(size, 1); ; ) writeSync(descriptor, bytes);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      }
  } finally {
    closeSync(descriptor);
  }
}
