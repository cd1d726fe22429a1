// Where process ids mean something: in one PID namespace, since one boot of one machine.

import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync, statfsSync } from "node:fs";
import { hostname } from "node:os";

/** @typedef {{ host: string, boot: string, namespace: string }} Place what cannot be told is empty */

/** The namespace of the machine itself has the same number on every Linux. */
const initialNamespace = "pid:[4026531836]";
/** Kinds of file system that one system alone can have mounted: ext, XFS, Btrfs, F2FS, ZFS. */
const localFileSystems = [0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x2fc12fc1];

/** @type {Place | undefined} */
let known;

/** @returns {Place} the place of this process */
export function here() {
  known ??= {
    host: hostname(),
    boot: told(readBoot),
    namespace: process.platform === "linux" ? told(() => readlinkSync("/proc/self/ns/pid")) : "",
  };
  return known;
}

function readBoot() {
  if (process.platform === "linux") return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  if (process.platform !== "darwin") return "";
  return execFileSync("sysctl", ["-n", "kern.bootsessionuuid"], { encoding: "utf8", stdio: "pipe" }).trim();
}

/** @param {() => string} read */
function told(read) {
  try {
    return read();
  } catch {
    return "";
  }
}

/**
 * Whether the process ids of a place can be looked up here. What an earlier version wrote has no place: it judged
 * by the ids alone.
 * @param {Place | undefined} place
 * @param {Place} [from]
 */
export function sees(place, from = here()) {
  if (place === undefined) return true;
  // A Linux that hides either may show the processes of one container under the name of another.
  if (process.platform === "linux" && (from.boot === "" || from.namespace === "")) return false;
  const sameBoot = from.boot === "" ? place.host === from.host : place.boot === from.boot;
  return sameBoot && place.namespace === from.namespace;
}

/**
 * Whether a place is this machine before it was last booted, so that nothing of it runs. Containers may be given a
 * boot of their own, and a shared disk comes from many machines: of those it is not known.
 * @param {Place | undefined} place
 * @param {string} folder on the disk that place and this process share
 * @param {Place} [from]
 * @param {number} [fileSystem] its kind, as the system numbers them
 */
export function isEarlierBoot(place, folder, from = here(), fileSystem = statfsSync(folder).type) {
  if (place === undefined || place.boot === "" || from.boot === "" || place.boot === from.boot) return false;
  if (process.platform !== "linux") return place.host === from.host && place.namespace === "";
  const areMachines = place.namespace === initialNamespace && from.namespace === initialNamespace;
  return areMachines && localFileSystems.includes(fileSystem);
}
