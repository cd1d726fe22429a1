import type { Counts } from "@/lib/alerting/deliveries/list";
import type { HighCoverage } from "@/lib/alerting/notices/contract";
import type { Outage } from "@/lib/alerting/outages/contract";
import { describeMissing, OUTAGE_CAUSE_WORDS } from "@/lib/alerting/outages/describe";
import { formatBytes } from "@/lib/base/core/numbers";
import type { Words } from "@/lib/base/words/words";
import type { NotificationsJudgement, ReadingsJudgement } from "@/lib/display/freshness/judge";
import { judgeContact } from "@/lib/display/screens/contact";
import type { ScreenLine } from "@/lib/display/screens/contract";
import type { TenancySummary } from "@/lib/farm/tenancies/contract";
import type { Readiness } from "@/lib/operations/health/contract";
import { needingAttention, type SystemFinding } from "@/lib/operations/system/contract";

/** A problem for an admin: what is wrong, since when, and where to fix it. */
export type Finding = {
  id: string;
  title: string;
  detail: string;
  /** RFC 3339; missing where it is not known. */
  since?: string | null;
  /** The page that fixes it and what to do there; missing where none can. */
  next?: { href: string; verb: string };
};

/** Freshness of a tenancy's notifications and readings, as on Now. */
type Sources = {
  notifications: Pick<NotificationsJudgement, "state" | "answeredAt">;
  readings: Pick<ReadingsJudgement, "state" | "until">;
};

type Facts = {
  tenancies: readonly TenancySummary[];
  /** Counts of the last 24 hours. */
  counts: Counts;
  screens: readonly ScreenLine[];
  spool: Readiness["spool"];
  /** Free disk space, bytes; it counts as low below `lowBelow`. */
  disk: { free: number | null; lowBelow: number; fullSince: Date | null };
  /** Outages of the last day, newest first. */
  outages: readonly Outage[];
  /** Keyed by tenantId. */
  sources: ReadonlyMap<string, Sources>;
  /** Who is told of HIGH alerts, keyed by tenantId. */
  high: ReadonlyMap<string, HighCoverage>;
  /** What the System page lists beside the tenancies, checks that are in order included. */
  system: readonly SystemFinding[];
  /** The time zone of outages. */
  zone: string;
  now: Date;
};

/** The present problems, most costly first: notifications, notices, history, screens, the system. */
export function listFindings(words: Words, facts: Facts): Finding[] {
  const present = facts.tenancies.filter(({ deleting }) => !deleting);
  const ofEach = (find: (tenancy: TenancySummary, sources?: Sources) => Finding | null) =>
    present.map((tenancy) => find(tenancy, facts.sources.get(tenancy.tenantId)));
  const findings = [
    spoolFinding(facts.spool),
    diskFinding(facts.disk),
    outageFinding(words, facts),
    present.length === 0 ? NO_TENANCY : null,
    ...ofEach(notificationFinding),
    quarantineFinding(facts.counts),
    ...ofEach(silenceFinding),
    ...present.map((tenancy) => unheardFinding(tenancy, facts.high.get(tenancy.tenantId))),
    ...ofEach(historyFinding),
    ...ofEach(stopFinding),
    ...facts.screens.map((screen) => screenFinding(screen, facts.now)),
    refusedFinding(facts.counts),
    ...needingAttention(facts.system).map(systemFinding),
  ];
  return findings.filter((finding) => finding !== null);
}

/** What the System page lists, one line each, so that both pages list and count the same. */
const systemFinding = ({ is, do: what, page }: SystemFinding): Finding => ({
  id: `system ${is}`,
  title: is,
  detail: what ?? "",
  next: page ? { href: page.href, verb: page.name } : { href: "/admin/system", verb: "See the checks" },
});

const NO_TENANCY: Finding = {
  id: "none",
  title: "No tenancy is connected",
  detail: "Nothing can come in, and nothing can be fetched.",
  next: { href: "/admin/connect", verb: "Connect one" },
};

function spoolFinding(spool: Readiness["spool"]): Finding | null {
  const [, state, rest] = /^(\w+):? (.*)$/s.exec(spool) ?? [];
  if (state === "waiting")
    return {
      id: "spool",
      title: `${rest} ${rest === "1" ? "notification waits" : "notifications wait"} on disk for the database`,
      detail: "They are applied by themselves as soon as it takes them. If they stay, look at the log.",
    };
  if (state === "damaged")
    return {
      id: "damaged",
      title: `${rest} ${rest === "1" ? "piece" : "pieces"} of the spool cannot be read`,
      detail:
        "The disk changed notifications that were waiting there. They are kept in spool/damaged of the data directory. Check the disk, then remove the folder.",
    };
  if (state === "failed")
    return {
      id: "spool",
      title: "Notifications could not be kept while the database is away",
      detail: `The spool failed: ${rest}. Check the disk of the data directory.`,
    };
  return null;
}

function diskFinding({ free, lowBelow, fullSince }: Facts["disk"]): Finding | null {
  const room = "Make room on the disk of the data folder, or give it a larger one.";
  if (fullSince !== null)
    return {
      id: "disk",
      title: "The disk is full: new alerts may be lost",
      detail: `Notifications are kept in a small reserve, and lost after it. ${room} All goes on by itself then.`,
      since: fullSince.toISOString(),
    };
  if (free === null || free >= lowBelow) return null;
  return {
    id: "disk",
    title: `Only ${formatBytes(free)} are free on the disk`,
    detail: `When it is full, no alert can be stored. ${room}`,
  };
}

/** Now shows outages above its alerts as well. */
function outageFinding(words: Words, { outages, zone, now }: Facts): Finding | null {
  const [newest, ...more] = outages;
  if (!newest) return null;
  const others = more.length === 0 ? "" : ` And ${more.length} more within 24 h.`;
  return {
    id: "outage",
    title: describeMissing(words, newest, zone, now),
    detail: `${words.t(OUTAGE_CAUSE_WORDS[newest.cause])}. The service sends nothing twice: compare with its console.${others}`,
    next: { href: "/admin/health", verb: "See the outages" },
  };
}

/** A webhook secret is stored, but our own address does not answer. */
function silenceFinding(tenancy: TenancySummary, sources?: Sources): Finding | null {
  if (sources?.notifications.state !== "stale") return null;
  return {
    id: `silent ${tenancy.tenantId}`,
    title: `Notifications of ${tenancy.name} may not come in`,
    detail: "Our own address does not answer. Check LEAFWATCH_URL, the proxy and its certificate.",
    since: sources.notifications.answeredAt?.toISOString(),
    next: connectStep(tenancy, "Send a test"),
  };
}

/** Alerts can come in, but nobody is told of them while no page is open. */
function unheardFinding(
  { tenantId, name, webhookSecrets }: TenancySummary,
  high?: HighCoverage,
): Finding | null {
  if (webhookSecrets === 0 || !high || high.people > 0) return null;
  return {
    id: `unheard ${tenantId}`,
    title: `Nobody is told of HIGH alerts at ${name}`,
    detail: "They show on pages and walls alone. A rule for the team tells people while no page is open.",
    next: { href: `/admin/tenancies/${encodeURIComponent(tenantId)}/notices`, verb: "Tell somebody" },
  };
}

/** Fetches succeed, yet bring no new readings. */
function stopFinding(tenancy: TenancySummary, sources?: Sources): Finding | null {
  const { tenantId, name, lastError, queries, syncEnabled } = tenancy;
  if (sources?.readings.state !== "stale" || lastError !== null || !queries || !syncEnabled) return null;
  return {
    id: `stopped ${tenantId}`,
    title: `Readings of ${name} have stopped`,
    detail: "The service answers, and sends nothing new.",
    since: sources.readings.until?.toISOString(),
    next: { href: "/admin/health", verb: "See data health" },
  };
}

const connectStep = ({ tenantId }: TenancySummary, verb = "Go on connecting") => ({
  href: `/admin/connect/${encodeURIComponent(tenantId)}`,
  verb,
});

function notificationFinding(tenancy: TenancySummary): Finding | null {
  const { tenantId, name, webhookSecrets, lastNotificationAt } = tenancy;
  if (webhookSecrets === 0)
    return {
      id: `secret ${tenantId}`,
      title: `${name} takes no notifications`,
      detail: "No webhook secret is stored: each is refused, and the service sends none twice.",
      next: connectStep(tenancy),
    };
  if (lastNotificationAt !== null) return null;
  return {
    id: `first ${tenantId}`,
    title: `No notification of ${name} has come yet`,
    detail: "A test notification shows whether the way is open.",
    next: connectStep(tenancy),
  };
}

function historyFinding(tenancy: TenancySummary): Finding | null {
  const { tenantId, name, queries, syncEnabled, lastError, lastReadingAt } = tenancy;
  if (lastError !== null)
    return {
      id: `fetch ${tenantId}`,
      title: `Fetching fails for ${name}`,
      detail: lastError,
      next: { href: `/admin/tenancies/${encodeURIComponent(tenantId)}`, verb: "Test the connection" },
    };
  if (queries && syncEnabled) return null;
  return {
    id: `history ${tenantId}`,
    title: `No history is fetched for ${name}`,
    detail: queries ? "Fetching by itself is off." : "The service's addresses, client or secret are missing.",
    since: lastReadingAt,
    next: connectStep(tenancy),
  };
}

function quarantineFinding({ quarantined }: Counts): Finding | null {
  if (quarantined === 0) return null;
  return {
    id: "quarantine",
    title: `${quarantined.toLocaleString("en")} ${quarantined === 1 ? "notification lies" : "notifications lie"} in quarantine`,
    detail: "Signed and kept, but not understood, within the last 24 h: no alert was made of them.",
    next: { href: "/admin/deliveries?outcome=quarantined", verb: "See why" },
  };
}

function refusedFinding({ rejected }: Counts): Finding | null {
  if (rejected === 0) return null;
  return {
    id: "refused",
    title: `${rejected.toLocaleString("en")} ${rejected === 1 ? "request was" : "requests were"} refused in 24 h`,
    detail: "Their signature is missing or wrong. Strangers send such; a wrong secret looks the same.",
    next: { href: "/admin/deliveries?outcome=rejected", verb: "Look at them" },
  };
}

function screenFinding({ id, name, revokedAt, lastPaintAt }: ScreenLine, now: Date): Finding | null {
  if (revokedAt !== null || judgeContact(lastPaintAt, now) !== "dark") return null;
  return {
    id: `screen ${id}`,
    title: `${name} is dark`,
    detail: "It reports no more: it is off, or its network is.",
    since: lastPaintAt,
    next: { href: "/admin/screens", verb: "To the screens" },
  };
}
