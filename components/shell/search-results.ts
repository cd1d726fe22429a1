import type { z } from "zod";
import { badgeWordOf, beganAt, distinctTitles, kindKey, placeOf } from "@/components/ui/alert-words";
import type { ListedAlert } from "@/lib/alerting/alerts/contract";
import { nameOf, segmentsOf } from "@/lib/base/core/paths";
import { foldAccents } from "@/lib/base/core/text";
import { siteDay } from "@/lib/base/core/time";
import type { Words } from "@/lib/base/words/words";
import { addressOf } from "@/lib/farm/areas/address";
import type { Area } from "@/lib/farm/areas/contract";
import type { listJobs } from "@/lib/farm/jobs/contract";
import { cropDayWords, jobHref, jobSearchText } from "@/lib/farm/jobs/rules";

export type Finding = {
  id: string;
  group: "sites" | "areas" | "alerts" | "jobs";
  title: string;
  /** Follows the title, and stays whole where the title is cut. */
  tail?: string;
  detail: string;
  href: string;
};

type Job = z.output<NonNullable<typeof listJobs.answer>>["items"][number];

const PER_GROUP = 6;

/** Ranks how a name matches: 0 at its start, 1 at the start of a word, 2 elsewhere; null without a match. */
export function fitOf(name: string, typed: string): number | null {
  const text = foldAccents(name);
  const sought = foldAccents(typed.trim());
  const at = text.indexOf(sought);
  if (sought === "" || at < 0) return null;
  if (at === 0) return 0;
  return /[\s#›_-]/.test(text.charAt(at - 1)) ? 1 : 2;
}

/** The six best matches; equal ones keep their order. */
function bestOf<T>(items: T[], nameOf: (item: T) => string, typed: string): T[] {
  return items
    .flatMap((item) => {
      const fit = fitOf(nameOf(item), typed);
      return fit === null ? [] : { item, fit };
    })
    .sort((one, other) => one.fit - other.fit)
    .slice(0, PER_GROUP)
    .map((entry) => entry.item);
}

/** Sites that match by name. */
export function findSites(sites: readonly { name: string; slug: string }[], typed: string): Finding[] {
  return bestOf([...sites], ({ name }) => name, typed).map(({ name, slug }) => ({
    id: `site ${slug}`,
    group: "sites",
    title: name,
    detail: "",
    href: `/s/${slug}`,
  }));
}

/** Areas that match by their own name, then by a name above them. */
export function findAreas({ t }: Words, areas: Area[], typed: string): Finding[] {
  const byName = bestOf(areas, (area) => area.name, typed);
  const byPath = bestOf(areas, (area) => area.path, typed).filter((area) => !byName.includes(area));
  return [...byName, ...byPath].slice(0, PER_GROUP).map((area) => ({
    id: `area ${area.path}`,
    group: "areas",
    title: area.name || t("ui.noName"),
    detail: segmentsOf(area.path).slice(0, -1).slice(-2).join(" › "),
    href: addressOf(area.path),
  }));
}

/** Jobs that match by name, then by a place or by the service's own id. */
export function findJobs(words: Words, jobs: Job[], typed: string): Finding[] {
  const { t } = words;
  const byName = bestOf(jobs, (job) => job.name, typed);
  const byPlace = bestOf(jobs, jobSearchText, typed).filter((job) => !byName.includes(job));
  return [...byName, ...byPlace].slice(0, PER_GROUP).map((job) => ({
    id: `job ${job.jobId}`,
    group: "jobs",
    title: job.name,
    detail: job.current
      ? cropDayWords(words, job)
      : t("shell.search.jobEnded", { day: cropDayWords(words, job) }),
    href: jobHref(job.jobId),
  }));
}

/**
 * The alerts that the server found, with the area that matched, and when they were raised and closed; of all sites each with
 * its own.
 * @param timeZone of the site shown
 */
export function listFoundAlerts(
  words: Words,
  alerts: ListedAlert[],
  typed: string,
  timeZone: string,
): Finding[] {
  const { t } = words;
  const sought = foldAccents(typed.trim());
  const shown = alerts.slice(0, PER_GROUP).map((alert) => {
    const matching = alert.areas.filter(({ path }) => foldAccents(nameOf(path)).includes(sought));
    return matching.length > 0 ? { ...alert, areas: matching } : alert;
  });
  const titles = distinctTitles(words, shown);
  return shown.map((alert, at) => {
    const { tail } = placeOf(words, alert);
    const title = titles[at] ?? "";
    const name = tail === "" ? title : title.slice(0, -tail.length);
    const { site } = alert;
    const zone = site?.timeZone ?? timeZone;
    return {
      id: `alert ${site?.slug ?? ""} ${alert.alertId}`,
      group: "alerts",
      title: name,
      tail: `${tail}, ${t(kindKey(alert))}`,
      detail: [
        ...(site ? [site.name] : []),
        badgeWordOf(alert),
        t("shell.search.raised", { time: dayAndTime(words, beganAt(alert), zone) }),
        ...(alert.closedAt
          ? [t("shell.search.closed", { time: dayAndTime(words, alert.closedAt, zone) })]
          : []),
      ].join(", "),
      href: `${site ? `/s/${site.slug}` : ""}/alerts/${encodeURIComponent(alert.alertId)}`,
    };
  });
}

function dayAndTime({ formatDayShort, timeOfDay }: Words, instant: string, timeZone: string): string {
  const at = new Date(instant);
  return `${formatDayShort(siteDay(at, timeZone))} ${timeOfDay(at, timeZone)}`;
}
