import { spawnSync } from "node:child_process";

/** The name of a spool's file as that of a process that ended. */
export function goneOwner(name: string): string {
  return name.replace(/^\d+/, String(spawnSync("true").pid));
}
