import type { Alert } from "@/lib/alerting/alerts/contract";
import { segmentsOf } from "@/lib/base/core/paths";
import { addressOf } from "@/lib/farm/areas/address";
import type { Area } from "@/lib/farm/areas/contract";

export type Finding = {
  id: string;
  group: "Areas" | "Alerts" | "Jobs";
  title: string;
  /** What follows the title and stays whole where that is too long. */
  tail?: string;
  detail: string;
  href: string;
};

export type Job = { jobId: string; areas: string[]; current: boolean };

const PER_GROUP = 6;

/** How well a name fits what was typed: begins so, has a word that begins so, holds it; null: not at all. */
export function fitOf(name: string, typed: string): number | null {
  const text = name.toLocaleLowerCase();
  const sought = typed.trim().toLocaleLowerCase();
  const at = text.indexOf(sought);
  if (sought === "" || at < 0) return null;
  if (at === 0) return 0;
  return /[\s#›_-]/.test(text.charAt(at - 1)) ? 1 : 2;
}

/** The best few of a list. Equal fits keep their order. */
export function bestOf<T>(items: T[], nameOf: (item: T) => string, typed: string): T[] {
  return items
    .map((item) => ({ item, fit: fitOf(nameOf(item), typed) }))
    .filter((entry): entry is { item: T; fit: number } => entry.fit !== null)
    .sort((one, other) => one.fit - other.fit)
    .slice(0, PER_GROUP)
    .map((entry) => entry.item);
}

/** Areas by their own name first, then by a name above them. */
export function findAreas(areas: Area[], typed: string): Finding[] {
  const byName = bestOf(areas, (area) => area.name, typed);
  const byPath = bestOf(areas, (area) => area.path, typed).filter((area) => !byName.includes(area));
  return [...byName, ...byPath].slice(0, PER_GROUP).map((area) => {
    return {
      id: `area ${area.path}`,
      group: "Areas",
      title: area.name || "(no name)",
      detail: segmentsOf(area.path).slice(0, -1).slice(-2).join(" › "),
      href: addressOf(area.path),
    };
  });
}

/** Jobs; each leads to its alerts. */
export function findJobs(jobs: Job[], typed: string): Finding[] {
  return bestOf(jobs, (job) => job.jobId, typed).map((job) => ({
    id: `job ${job.jobId}`,
    group: "Jobs",
    title: job.jobId,
    detail: `${job.areas.length} ${job.areas.length === 1 ? "area" : "areas"}${job.current ? "" : ", ended"}`,
    href: `/alerts?text=${encodeURIComponent(job.jobId)}`,
  }));
}

/** Alerts that the server found by the text. */
export function listAlertFindings(
  alerts: Alert[],
  wordsOf: (alert: Alert) => Pick<Finding, "title" | "tail" | "detail">,
): Finding[] {
  return alerts.slice(0, PER_GROUP).map((alert) => ({
    id: `alert ${alert.alertId}`,
    group: "Alerts",
    ...wordsOf(alert),
    href: `/alerts/${encodeURIComponent(alert.alertId)}`,
  }));
}
