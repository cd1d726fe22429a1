import { addDays, DAY_MS, HOUR_MS, instantOf, siteDay } from "@/lib/base/core/time";
import type { BackupRun, BackupSettings } from "./contract";

/** After a failure there may be room again, or the disk is back. */
const RETRY_MS = HOUR_MS;
/** A due backup that has not begun by then is reported. */
const OVERDUE_MS = HOUR_MS;

type Last = Pick<BackupRun, "outcome" | "startedAt" | "finishedAt">;

/**
 * When the next backup is due; null if none is scheduled. The first one is due at once, one that failed an hour later.
 * @param last the newest run by the schedule or the page; a running one counts as made
 * @param zone of the time of day
 */
export function nextDue(settings: BackupSettings, last: Last | null, zone: string, now: Date): Date | null {
  const { at, everyHours } = settings;
  if (at === null && everyHours === null) return null;
  if (last === null) return now;
  const regular =
    at === null
      ? new Date(last.startedAt.getTime() + (everyHours ?? 0) * HOUR_MS)
      : nextAt(at, last.startedAt, zone);
  if (last.outcome !== "failed") return regular;
  const retry = new Date((last.finishedAt ?? last.startedAt).getTime() + RETRY_MS);
  return retry < regular ? retry : regular;
}

/** The first instant after another at which the site's clock shows a time of day, `HH:MM`. */
function nextAt(time: string, after: Date, zone: string): Date {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const day = siteDay(after, zone);
  const same = instantOf(day, zone, hour, minute);
  return same > after ? same : instantOf(addDays(day, 1), zone, hour, minute);
}

/** Returns true if a backup should have begun long ago. @param nextAt when it is due, null if none is */
export function isOverdue(nextAt: Date | null, now: Date): boolean {
  return nextAt !== null && now.getTime() - nextAt.getTime() > OVERDUE_MS;
}

const NAME = /^leafwatch-scheduled-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d\.\d{3})Z\.tar\.gz$/;

/** The file name of a backup that the schedule or the page makes; only such files are removed again. */
export function backupName(at: Date): string {
  const stamp = at.toISOString().replaceAll(":", "");
  return `leafwatch-scheduled-${stamp}.tar.gz`;
}

/** When a backup was taken, by its name; null for other files. */
export function takenAt(name: string): Date | null {
  const [, day, hour, minute, second] = NAME.exec(name) ?? [];
  return day === undefined ? null : new Date(`${day}T${hour}:${minute}:${second}Z`);
}

/**
 * Chooses the backups that are kept no longer: all but the newest of each of the last days and weeks that have one. Other
 * files are never chosen.
 * @param names file names
 * @param zone of days and weeks (from Monday)
 */
export function chooseOld(
  names: readonly string[],
  { keepDaily, keepWeekly }: Pick<BackupSettings, "keepDaily" | "keepWeekly">,
  zone: string,
): string[] {
  const backups = names
    .flatMap((name) => {
      const at = takenAt(name);
      return at ? [{ name, day: siteDay(at, zone), at }] : [];
    })
    .sort((a, b) => b.at.getTime() - a.at.getTime());
  const kept = new Set<string>();
  const keepNewest = (periodOf: (day: string) => string, count: number) => {
    const periods = new Set<string>();
    for (const { name, day } of backups) {
      const period = periodOf(day);
      if (periods.has(period) || periods.size >= count) continue;
      periods.add(period);
      kept.add(name);
    }
  };
  keepNewest((day) => day, Math.max(1, keepDaily));
  keepNewest(mondayOf, keepWeekly);
  return backups.filter(({ name }) => !kept.has(name)).map(({ name }) => name);
}

function mondayOf(day: string): string {
  const weekday = (new Date(Date.parse(`${day}T00:00:00Z`)).getUTCDay() + 6) % 7;
  return new Date(Date.parse(`${day}T00:00:00Z`) - weekday * DAY_MS).toISOString().slice(0, 10);
}
