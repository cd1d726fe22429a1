import type { Rule } from "@/lib/alerting/notices/contract";
import { displayPath } from "@/lib/base/core/paths";
import { MINUTE_MS } from "@/lib/base/core/time";
import { KIND_WORDS } from "@/lib/base/words/kinds";
import type { PlainKey } from "@/lib/base/words/messages";
import type { Words } from "@/lib/base/words/words";

/** Texts of rules, in their list and in their form. */

/** Whose rule it is to its reader: their own, or that of others. */
export type Whose = "own" | "other";

/** The choices for the minimum severity of a rule. */
export function severityChoices({ t }: Words): { id: string; label: string }[] {
  return [
    { id: "3", label: t("notices.form.severities.high") },
    { id: "2", label: t("notices.form.severities.medium") },
    { id: "1", label: t("notices.form.severities.low") },
    { id: "0", label: t("notices.form.severities.all") },
  ];
}

const REMINDERS = [5, 15, 30, 60, 120, 240, 480, 1_440];

/** The choices for a reminder, including a value that was set elsewhere. */
export function reminderChoices(
  { t, formatDuration }: Words,
  chosen: number | null,
): { id: string; label: string }[] {
  const minutes = chosen === null || REMINDERS.includes(chosen) ? REMINDERS : [...REMINDERS, chosen];
  return [
    { id: "", label: t("notices.form.never") },
    ...minutes
      .toSorted((a, b) => a - b)
      .map((one) => ({
        id: String(one),
        label: t("notices.form.after", { length: formatDuration(one * MINUTE_MS) }),
      })),
  ];
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

const FROM_WORDS = [
  "notices.rule.from.all",
  "notices.rule.from.low",
  "notices.rule.from.medium",
  "notices.rule.from.high",
] as const satisfies PlainKey[];

/** The severities and types of a rule: "MEDIUM and worse · Health". */
export function subjectWords(
  { t }: Words,
  { minRank, types = [] }: Pick<Rule, "minRank"> & { types?: Rule["types"] },
): string {
  const from = t(FROM_WORDS[minRank] ?? "notices.rule.from.all");
  const about = types.map((type) => t(KIND_WORDS[type])).join(", ");
  return [from, about].filter(Boolean).join(" · ");
}

/** The area or site of a rule. */
export function placeWords(
  { t }: Words,
  { areaPath, tenancyName }: Pick<Rule, "areaPath" | "tenancyName">,
): string {
  if (areaPath !== null) return displayPath(areaPath);
  return tenancyName === null
    ? t("notices.rule.allSites")
    : t("notices.rule.everywhere", { site: tenancyName });
}

/** The areas of a team rule: two by name, then their number. */
export function areasWords({ t }: Words, areaPaths: readonly string[], site: string): string {
  if (areaPaths.length === 0) return t("notices.rule.everywhere", { site });
  if (areaPaths.length > MAX_NAMED) return t("notices.rule.areas", { count: areaPaths.length, site });
  return areaPaths.map(displayPath).join("; ");
}

const MAX_NAMED = 2;

/** The channels of a rule, its quiet hours and its reminder. */
export function channelWords(
  words: Words,
  rule: Pick<Rule, "push" | "email" | "quietFrom" | "quietTo" | "remindMinutes">,
  whose: Whose,
): string {
  const { t, formatDuration } = words;
  const { quietFrom, quietTo, remindMinutes } = rule;
  const isQuiet = quietFrom !== null && quietTo !== null;
  return [
    sendingWords(words, rule, whose),
    isQuiet && t("notices.rule.quiet", { from: clockText(quietFrom), to: clockText(quietTo) }),
    remindMinutes !== null &&
      t("notices.rule.reminder", { length: formatDuration(remindMinutes * MINUTE_MS) }),
  ]
    .filter(Boolean)
    .join(" · ");
}

function sendingWords({ t }: Words, { push, email }: Pick<Rule, "push" | "email">, whose: Whose): string {
  if (push) return email ? t("notices.rule.both", { whose }) : t("notices.rule.push", { whose });
  return t("notices.rule.email");
}
