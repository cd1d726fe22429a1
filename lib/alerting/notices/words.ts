import { sitePrefix, withPrefix } from "@/lib/base/request/site-path";

/** Texts of notices, in site time. They appear on lock screens, so they contain no secrets. Pure. */

import { badgeWordOf } from "@/lib/base/core/severity";
import { describePlaces } from "@/lib/base/places/places";
import { kindKey } from "@/lib/base/words/kinds";
import type { Words } from "@/lib/base/words/words";
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
function alertTitle(words: Words, alert: Subject): string {
  return [badgeWordOf(alert), words.t(kindKey(alert)), placeName(words, alert)].join(" · ");
}

function placeName(words: Words, { paths }: Subject): string {
  const place = describePlaces(words, paths);
  return place ? place.name + place.tail : words.t("alertFacts.unplaced");
}

/** The place of an alert; one that is too long loses its first segments. */
export function placeLine(words: Words, { paths, jobId }: Pick<Subject, "paths" | "jobId">): string {
  const place = describePlaces(words, paths);
  if (place === null) return words.t("notices.sent.notPlaced", { job: jobId });
  const segments = [...place.above, place.name + place.tail];
  const textFrom = (from: number) => `${from > 0 ? "… › " : ""}${segments.slice(from).join(" › ")}`;
  const fitting = segments.findIndex((_, from) => textFrom(from).length <= MAX_PLACE_LENGTH);
  return textFrom(fitting === -1 ? segments.length - 1 : fitting);
}

/** Composes the text of one alert. */
export function composeAlertText(words: Words, item: Item, now: Date): NoticeText {
  const { kind, alert, isOnlySite } = item;
  const { alertId } = alert;
  const name = alertTitle(words, alert);
  return {
    title: kind === "reminder" ? words.t("notices.sent.stillOpen", { alert: name }) : name,
    body: [...siteLine(item), placeLine(words, alert), whenLine(words, item, now)].join("\n"),
    tag: `alert-${alertId}`,
    url: withPrefix(sitePrefix(item.slug, isOnlySite), `/alerts/${encodeURIComponent(alertId)}`),
    level: LEVELS[alert.rank] ?? "plain",
  };
}

const siteLine = ({ isOnlySite, siteName }: Site) => (isOnlySite ? [] : [siteName]);

function whenLine(
  { t, siteTime, formatDuration }: Words,
  { kind, alert, firstSentAt, timeZone }: Item,
  now: Date,
): string {
  const since = siteTime(alert.beganAt, timeZone, now);
  if (kind === "raised") return t("notices.sent.open", { since });
  if (kind === "rose") {
    const time = siteTime(alert.severitySince ?? alert.lastEventAt, timeZone, now);
    return t("notices.sent.rose", { time, severity: badgeWordOf(alert), since });
  }
  if (!firstSentAt) return t("notices.sent.waiting", { since });
  const length = formatDuration(now.getTime() - firstSentAt.getTime());
  return t("notices.sent.waitingFor", { length, since });
}

/** Composes one text of several alerts of a site, or of one that was held in quiet hours. */
export function composeSummaryText(
  words: Words,
  why: Exclude<MessageReason, "alert">,
  items: readonly Item[],
  site: Site,
): NoticeText {
  const alerts = distinct(items).toSorted((a, b) => b.rank - a.rank || +b.lastEventAt - +a.lastEventAt);
  const [worst] = alerts;
  return {
    title: titleOfMany(words, why, alerts.length),
    body: [
      ...siteLine(site),
      countLine(alerts),
      worst ? words.t("notices.sent.worst", { alert: alertTitle(words, worst) }) : "",
    ]
      .filter(Boolean)
      .join("\n"),
    tag: `summary-${why}-${site.tenantId}`,
    url: withPrefix(sitePrefix(site.slug, site.isOnlySite), "/alerts"),
    level: LEVELS[worst?.rank ?? 0] ?? "plain",
  };
}

function titleOfMany({ t }: Words, why: Exclude<MessageReason, "alert">, count: number): string {
  if (why === "missed") return t("notices.sent.missed", { count });
  if (why === "quiet") return t("notices.sent.quiet", { count });
  return t("notices.sent.alerts", { count });
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
export function composeMail(words: Words, text: NoticeText, items: readonly Item[], origin: string): string {
  const alerts = distinct(items);
  const listed =
    alerts.length > 1 ? alerts.slice(0, MAX_LISTED).map((alert) => `- ${alertTitle(words, alert)}`) : [];
  const more =
    alerts.length > MAX_LISTED
      ? [`- ${words.t("notices.sent.more", { count: alerts.length - MAX_LISTED })}`]
      : [];
  return [
    text.body,
    ...(listed.length > 0 ? ["", ...listed, ...more] : []),
    "",
    new URL(text.url, origin).href,
    "",
    words.t("notices.sent.choose", { link: new URL("/account/notices", origin).href }),
    "",
  ].join("\n");
}

/** Composes the text of a test notice. */
export function composeTestText({ t }: Words): NoticeText {
  return {
    ...{ title: t("notices.sent.test"), body: t("notices.sent.testText") },
    ...{ tag: "test", url: "/account/notices", level: "plain" },
  };
}
