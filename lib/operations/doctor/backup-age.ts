import { DAY_MS, formatDuration } from "@/lib/base/core/time";
import { bad, type Finding, ok, warn } from "./contract";

const OLD_MS = 2 * DAY_MS;
const VERY_OLD_MS = 8 * DAY_MS;

const PAGE = { href: "/admin/system#backups", name: "Backups" };

/** Facts about backups, as `readBackupState` has them. */
type Facts = {
  /** When the newest backup was taken, by whatever way; null without one. */
  madeAt: Date | null;
  /** When the next one is due; null if none is scheduled. */
  nextAt: Date | null;
  /** True if one has been due for an hour and has not begun. */
  isOverdue: boolean;
  /** The newest run by the schedule or the page. */
  lastScheduled: { outcome: "running" | "made" | "failed"; error: string | null } | null;
  folder: string;
  isSameDisk: boolean;
};

/** Judges backups: the last one's outcome, whether one is overdue, the age of the newest, and where they lie. */
export function judgeBackups(facts: Facts, now: Date): Finding[] {
  const { madeAt, nextAt, isOverdue, lastScheduled, folder, isSameDisk } = facts;
  const findings: Finding[] = [];
  if (lastScheduled?.outcome === "failed")
    findings.push(
      bad(
        "The last backup failed",
        `${lastScheduled.error ?? "The log says why."} Then press “Back up now”, or wait for the next try. Older backups are still there.`,
        PAGE,
      ),
    );
  if (nextAt === null) return [...findings, judgeUnscheduled(madeAt, now)];
  if (isOverdue)
    findings.push(
      bad(
        `A backup has been due for ${formatDuration(now.getTime() - nextAt.getTime())}`,
        "Check that a process runs background jobs.",
      ),
    );
  if (madeAt !== null && findings.length === 0) findings.push(ok(ageWords(madeAt, now)));
  if (isSameDisk)
    findings.push(
      warn(
        `Backups are on the same disk as the data, in ${folder}`,
        "Set LEAFWATCH_BACKUP_DIR to a folder on another disk, or copy them to another machine.",
      ),
    );
  return findings;
}

function judgeUnscheduled(madeAt: Date | null, now: Date): Finding {
  const schedule = "Schedule backups, or make one: npm run admin -- backup FOLDER.";
  if (madeAt === null) return warn("No backup is known, and none is scheduled", schedule, PAGE);
  const age = now.getTime() - madeAt.getTime();
  const is = `${ageWords(madeAt, now)}, and none is scheduled`;
  if (age < OLD_MS) return ok(is);
  return age < VERY_OLD_MS ? warn(is, schedule, PAGE) : bad(is, schedule, PAGE);
}

const ageWords = (madeAt: Date, now: Date) =>
  `The newest backup is ${formatDuration(now.getTime() - madeAt.getTime())} old`;
