import { DAY_MS, formatDuration } from "@/lib/base/core/time";
import { bad, type Finding, ok, warn } from "./contract";

const OLD_MS = 2 * DAY_MS;
const VERY_OLD_MS = 8 * DAY_MS;

/** Judges the age of the newest backup. @param at when it was taken, null without one */
export function judgeBackupAge(at: Date | null, now: Date): Finding {
  const make = "Make one: npm run admin -- backup FOLDER, best on another disk.";
  if (at === null) return warn("No backup is known", make);
  const age = now.getTime() - at.getTime();
  const is = `The newest backup is ${formatDuration(age)} old`;
  if (age < OLD_MS) return ok(is);
  return age < VERY_OLD_MS ? warn(is, make) : bad(is, make);
}
