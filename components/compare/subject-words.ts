/** What stands under the name of one that is compared. Pure. */
import { countsWords } from "@/components/alerts/words";
import { nameOf } from "@/lib/base/core/paths";
import { formatAge, formatDay, siteDay, siteTime } from "@/lib/base/core/time";
import type { AreaOverview, Job } from "@/lib/farm/areas/contract";
import { cropDayWords } from "@/lib/farm/areas/crop-words";

/** What may be cut short, what follows it and must not be, and a smaller line. */
type Words = { state: string; tail?: string; age: string };

/** Alerts of an area and how old what it says is. */
export function areaWords(areas: readonly AreaOverview[], path: string, zone: string, now: Date): Words {
  const area = areas.find((one) => one.path === path);
  if (!area) return { state: "No area has this path", age: "It may have been renamed" };
  return {
    state: area.openAlerts > 0 ? `${countsWords(area.severities)} open` : "No alert is open",
    age: area.lastReadingAt ? readUntil(area.lastReadingAt, zone, now) : "No reading has ever come",
  };
}

const readUntil = (at: string, zone: string, now: Date) =>
  `Until ${siteTime(new Date(at), zone, now)}, ${formatAge(new Date(at), now)}`;

/** Where a job grows or grew, how far it is, and when it began. */
export function jobWords(job: Job | null, zone: string): Words {
  if (!job) return { state: "No reading of this job has come", age: "Its name is compared letter by letter" };
  const names = job.areas.map(nameOf);
  const where = names.length > 2 ? `${names[0]} to ${names.at(-1)}` : names.join(", ");
  const day = job.current ? `${cropDayWords(job)} today` : `ended ${cropDayWords(job)}`;
  const first = `Day 0: ${formatDay(siteDay(new Date(job.firstAt), zone))}`;
  return { state: where, tail: `, ${day}`, age: job.begunBefore ? `${first} or before` : first };
}
