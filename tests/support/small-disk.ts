// A small file system that tests can fill completely. It needs root and permission to mount.

import { spawnSync } from "node:child_process";
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type SmallDisk = {
  path: string;
  /** False if the system does not allow the mount. */
  isMounted: boolean;
  /** Uses up all free space. */
  fill(): void;
  /** Frees the space that `fill` used. */
  makeRoom(): void;
  remove(): void;
};

/** Why a test that needs one is skipped. */
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
