import { sitePrefix, withPrefix } from "@/lib/base/request/site-path";

/** Texts of notices, in site time. They appear on lock screens, so they contain no secrets. Pure. */

import { badgeWordOf, kindOf } from "@/lib/base/core/severity";
import { formatDuration, siteTime } from "@/lib/base/core/time";
import { describePlaces } from "@/lib/base/places/places";
import type { MessageReason, NoticeKind } from "./contract";
import type { Subject } from "./plan";

/** A notice as a device and a mailbox show it. */
export type NoticeText = {
  title: string;
  body: string;
  /** A notice replaces an earlier one with the same tag, such as that of a lower severity. */
  tag: string;
  /** A path of our own pages. */
  url: string;
  /** The severity icon. */
  level: "high" | "medium" | "low" | "plain";
};

export type Site = {
  siteName: string;
  slug: string;
  tenantId: string;
  timeZone: string;
  isOnlySite: boolean;
};

/** An alert of a notice, with its site. */
export type Item = Site & {
  kind: NoticeKind;
  alert: Subject;
  /** When its person first got a notice of the alert at this rank. */
  firstSentAt: Date | null;
};

const LEVELS = ["plain", "low", "medium", "high"] as const;
const RANK_WORDS = ["RECOVERY", "LOW", "MEDIUM", "HIGH"] as const;
const MAX_PLACE_LENGTH = 60;
const MAX_LISTED = 20;

/** "HIGH · Health · Zone B". */
function alertTitle(alert: Subject): string {
  return `${badgeWordOf(alert)} · ${kindOf(alert)} · ${placeName(alert)}`;
}

function placeName({ paths }: Subject): string {
  const words = describePlaces(paths);
  return words ? words.name + words.tail : "place not known";
}

/** The place of an alert; one that is too long loses its first segments. */
export function placeLine({ paths, jobId }: Pick<Subject, "paths" | "jobId">): string {
  const words = describePlaces(paths);
  if (words === null) return `Place not known yet, job ${jobId}`;
  const segments = [...words.above, words.name + words.tail];
  const textFrom = (from: number) => `${from > 0 ? "… › " : ""}${segments.slice(from).join(" › ")}`;
  const fitting = segments.findIndex((_, from) => textFrom(from).length <= MAX_PLACE_LENGTH);
  return textFrom(fitting === -1 ? segments.length - 1 : fitting);
}

/** Composes the text of one alert. */
export function composeAlertText(item: Item, now: Date): NoticeText {
  const { kind, alert, isOnlySite } = item;
  const { alertId } = alert;
  const name = alertTitle(alert);
  return {
    title: kind === "reminder" ? `Still open: ${name}` : name,
    body: [...siteLine(item), placeLine(alert), whenLine(item, now)].join("\n"),
    tag: `alert-${alertId}`,
    url: withPrefix(sitePrefix(item.slug, isOnlySite), `/alerts/${encodeURIComponent(alertId)}`),
    level: LEVELS[alert.rank] ?? "plain",
  };
}

const siteLine = ({ isOnlySite, siteName }: Site) => (isOnlySite ? [] : [siteName]);

function whenLine({ kind, alert, firstSentAt, timeZone }: Item, now: Date): string {
  const since = `pen since ${siteTime(alert.beganAt, timeZone, now)}`;
  if (kind === "raised") return `O${since}`;
  if (kind === "rose")
    return `Rose to ${badgeWordOf(alert)} at ${siteTime(alert.severitySince ?? alert.lastEventAt, timeZone, now)}, o${since}`;
  const waited = firstSentAt ? ` for ${formatDuration(now.getTime() - firstSentAt.getTime())}` : "";
  return `Nobody acknowledged it${waited}. O${since}`;
}

/** Composes one text of several alerts of a site, or of one that was held in quiet hours. */
export function composeSummaryText(
  why: Exclude<MessageReason, "alert">,
  items: readonly Item[],
  site: Site,
): NoticeText {
  const alerts = distinct(items).toSorted((a, b) => b.rank - a.rank || +b.lastEventAt - +a.lastEventAt);
  const [worst] = alerts;
  return {
    title: titleOfMany(why, alerts.length),
    body: [...siteLine(site), countLine(alerts), worst ? `Worst: ${alertTitle(worst)}` : ""]
      .filter(Boolean)
      .join("\n"),
    tag: `summary-${why}-${site.tenantId}`,
    url: withPrefix(sitePrefix(site.slug, site.isOnlySite), "/alerts"),
    level: LEVELS[worst?.rank ?? 0] ?? "plain",
  };
}

function titleOfMany(why: Exclude<MessageReason, "alert">, count: number): string {
  const alerts = count === 1 ? "1 alert" : `${count} alerts`;
  if (why === "missed") return `${alerts} while Leafwatch could not see`;
  if (why === "quiet") return `${alerts} in quiet hours, still open`;
  return alerts;
}

function countLine(alerts: readonly Subject[]): string {
  return [3, 2, 1, 0]
    .map((rank) => ({ word: RANK_WORDS[rank], count: alerts.filter((alert) => alert.rank === rank).length }))
    .filter(({ count }) => count > 0)
    .map(({ word, count }) => `${count} ${word}`)
    .join(", ");
}

function distinct(items: readonly Item[]): Subject[] {
  return [...new Map(items.map(({ alert }) => [alert.alertId, alert])).values()];
}

/** Composes the body of a mail: the text of the notice, each alert, and links. */
export function composeMail(text: NoticeText, items: readonly Item[], origin: string): string {
  const alerts = distinct(items);
  const listed =
    alerts.length > 1 ? alerts.slice(0, MAX_LISTED).map((alert) => `- ${alertTitle(alert)}`) : [];
  const more = alerts.length > MAX_LISTED ? [`- and ${alerts.length - MAX_LISTED} more`] : [];
  return [
    text.body,
    ...(listed.length > 0 ? ["", ...listed, ...more] : []),
    "",
    new URL(text.url, origin).href,
    "",
    `Which alerts are sent to you, and how: ${new URL("/account/notices", origin).href}`,
    "",
  ].join("\n");
}
