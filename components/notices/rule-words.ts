import type { Rule, RuleInput } from "@/lib/alerting/notices/contract";
import { displayPath } from "@/lib/base/core/paths";
import { capital } from "@/lib/base/core/text";

/** Texts of rules, in their list and in their form. */

export const SEVERITY_CHOICES = [
  { id: "3", label: "HIGH, and plants in a critical state" },
  { id: "2", label: "MEDIUM and stress, and worse" },
  { id: "1", label: "LOW and light, and worse" },
  { id: "0", label: "All, recoveries too" },
];

const FROM_WORDS = ["All alerts", "LOW and worse", "MEDIUM and worse", "HIGH"];

export const SUBJECT_WORDS: Record<RuleInput["types"][number], string> = {
  HEALTH: "Health",
  PRODUCTIVITY: "Productivity",
  PLANT_CRITICAL_ALERT: "Critical",
  PLANT_STRESS_ALERT: "Stress",
  PLANT_LIGHT_ALERT: "Light",
  PLANT_RECOVERY_ALERT: "Recovery",
};

const REMINDERS = [5, 15, 30, 60, 120, 240, 480, 1_440];

/** The choices for a reminder, including a value that was set elsewhere. */
export function reminderChoices(chosen: number | null): { id: string; label: string }[] {
  const minutes = chosen === null || REMINDERS.includes(chosen) ? REMINDERS : [...REMINDERS, chosen];
  return [
    { id: "", label: "Never" },
    ...minutes
      .toSorted((a, b) => a - b)
      .map((one) => ({ id: String(one), label: `After ${lengthWords(one)}` })),
  ];
}

function lengthWords(minutes: number): string {
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}

/** Formats minutes after midnight as `22:00`; null as an empty text. */
export function clockText(minutes: number | null): string {
  if (minutes === null) return "";
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

/** Parses `22:00` as minutes after midnight; null if it is not a time. */
export function parseClock(clock: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(clock) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/** The severities and types of a rule: "MEDIUM and worse · Health". */
export function subjectWords({
  minRank,
  types = [],
}: Pick<Rule, "minRank"> & { types?: Rule["types"] }): string {
  const about = types.map((type) => SUBJECT_WORDS[type]).join(", ");
  return [FROM_WORDS[minRank], about].filter(Boolean).join(" · ");
}

/** The area or site of a rule. */
export function placeWords({ areaPath, tenancyName }: Pick<Rule, "areaPath" | "tenancyName">): string {
  if (areaPath !== null) return displayPath(areaPath);
  return tenancyName === null ? "All sites" : `Everywhere in ${tenancyName}`;
}

/** The areas of a team rule: two by name, then their number. */
export function areasWords(areaPaths: readonly string[], tenancyName: string): string {
  if (areaPaths.length === 0) return `Everywhere in ${tenancyName}`;
  if (areaPaths.length > MAX_NAMED) return `${areaPaths.length} areas in ${tenancyName}`;
  return areaPaths.map(displayPath).join("; ");
}

const MAX_NAMED = 2;

/** The channels of a rule, its quiet hours and its reminder. */
export function channelWords(
  rule: Pick<Rule, "push" | "email" | "quietFrom" | "quietTo" | "remindMinutes">,
  devices: "my devices" | "your devices" | "their devices",
): string {
  const channels = [rule.push && `to ${devices}`, rule.email && "by e-mail"].filter(Boolean).join(" and ");
  const quiet =
    rule.quietFrom !== null && rule.quietTo !== null
      ? `quiet ${clockText(rule.quietFrom)} to ${clockText(rule.quietTo)}`
      : null;
  const reminder = rule.remindMinutes === null ? null : `reminder after ${lengthWords(rule.remindMinutes)}`;
  return capital([channels, quiet, reminder].filter(Boolean).join(" · "));
}
