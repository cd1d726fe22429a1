// A place is the scope in which process ids are unique: one PID namespace, during one boot of one machine.

import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync, statfsSync } from "node:fs";
import { hostname } from "node:os";

/** @typedef {{ host: string, boot: string, namespace: string }} Place unknown parts are empty */

/** Number of the initial PID namespace, the same on every Linux. */
const initialNamespace = "pid:[4026531836]";
/** File systems that only one system can mount at a time: ext, XFS, Btrfs, F2FS, ZFS. */
const localFileSystems = [0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x2fc12fc1];

/** @type {Place | undefined} */
let known;

/** @returns {Place} this process's place */
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
 * Returns true if process ids of a place can be looked up here. Earlier versions wrote no place, and went by the ids
 * alone.
 * @param {Place | undefined} place
 * @param {Place} [from]
 */
export function sees(place, from = here()) {
  if (place === undefined) return true;
  // Without both values, one container's processes could be taken for another's.
  if (process.platform === "linux" && (from.boot === "" || from.namespace === "")) return false;
  const sameBoot = from.boot === "" ? place.host === from.host : place.boot === from.boot;
  return sameBoot && place.namespace === from.namespace;
}

/**
 * Returns true if a place is this machine before its last boot, so that none of its processes run. Returns false if
 * that is unknown: containers may have a boot id of their own, and several machines may share a disk.
 * @param {Place | undefined} place
 * @param {string} folder on the disk shared by the place and this process
 * @param {Place} [from]
 * @param {number} [fileSystem] the magic number of its type
 */
export function isEarlierBoot(place, folder, from = here(), fileSystem = statfsSync(folder).type) {
  if (place === undefined || place.boot === "" || from.boot === "" || place.boot === from.boot) return false;
  if (process.platform !== "linux") return place.host === from.host && place.namespace === "";
  const areMachines = place.namespace === initialNamespace && from.namespace === initialNamespace;
  return areMachines && localFileSystems.includes(fileSystem);
}
