import type { Counts } from "@/lib/alerting/deliveries/list";
import type { HighCoverage } from "@/lib/alerting/notices/contract";
import type { Outage } from "@/lib/alerting/outages/contract";
import { describeMissing, OUTAGE_CAUSE_WORDS } from "@/lib/alerting/outages/describe";
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
  const ofEach = (find: (words: Words, tenancy: TenancySummary, sources?: Sources) => Finding | null) =>
    present.map((tenancy) => find(words, tenancy, facts.sources.get(tenancy.tenantId)));
  const findings = [
    spoolFinding(words, facts.spool),
    diskFinding(words, facts.disk),
    outageFinding(words, facts),
    present.length === 0 ? noTenancy(words) : null,
    ...ofEach(notificationFinding),
    quarantineFinding(words, facts.counts),
    ...ofEach(silenceFinding),
    ...present.map((tenancy) => unheardFinding(words, tenancy, facts.high.get(tenancy.tenantId))),
    ...ofEach(historyFinding),
    ...ofEach(stopFinding),
    ...facts.screens.map((screen) => screenFinding(words, screen, facts.now)),
    rejectedFinding(words, facts.counts),
    ...needingAttention(facts.system).map((finding) => systemFinding(words, finding)),
  ];
  return findings.filter((finding) => finding !== null);
}

/** What the System page lists, one line each, so that both pages list and count the same. */
const systemFinding = ({ t }: Words, { is, do: what, page }: SystemFinding): Finding => ({
  id: `system ${is}`,
  title: is,
  detail: what ?? "",
  next: page
    ? { href: page.href, verb: page.name }
    : { href: "/admin/system", verb: t("admin.findings.seeChecks") },
});

const noTenancy = ({ t }: Words): Finding => ({
  id: "none",
  title: t("admin.findings.noTenancy.title"),
  detail: t("admin.findings.noTenancy.text"),
  next: { href: "/admin/connect", verb: t("admin.findings.noTenancy.next") },
});

function spoolFinding({ t }: Words, spool: Readiness["spool"]): Finding | null {
  const [, state, rest = ""] = /^(\w+):? (.*)$/s.exec(spool) ?? [];
  if (state === "waiting")
    return {
      id: "spool",
      title: t("admin.findings.spool.waiting", { count: Number(rest) }),
      detail: t("admin.findings.spool.waitingText"),
    };
  if (state === "damaged")
    return {
      id: "damaged",
      title: t("admin.findings.spool.damaged", { count: Number(rest) }),
      detail: t("admin.findings.spool.damagedText"),
    };
  if (state === "failed")
    return {
      id: "spool",
      title: t("admin.findings.spool.failed"),
      detail: t("admin.findings.spool.failedText", { reason: rest }),
    };
  return null;
}

function diskFinding(
  { t, formatBytes }: Words,
  { free, lowBelow, fullSince }: Facts["disk"],
): Finding | null {
  if (fullSince !== null)
    return {
      id: "disk",
      title: t("admin.findings.disk.full"),
      detail: t("admin.findings.disk.fullText"),
      since: fullSince.toISOString(),
    };
  if (free === null || free >= lowBelow) return null;
  return {
    id: "disk",
    title: t("admin.findings.disk.low", { size: formatBytes(free) }),
    detail: t("admin.findings.disk.lowText"),
  };
}

/** Now shows outages above its alerts as well. */
function outageFinding(words: Words, { outages, zone, now }: Facts): Finding | null {
  const { t } = words;
  const [newest, ...more] = outages;
  if (!newest) return null;
  return {
    id: "outage",
    title: describeMissing(words, newest, zone, now),
    detail: t("admin.findings.outage.text", {
      cause: t(OUTAGE_CAUSE_WORDS[newest.cause]),
      more: more.length,
    }),
    next: { href: "/admin/health", verb: t("admin.findings.outage.next") },
  };
}

/** A webhook secret is stored, but our own address does not answer. */
function silenceFinding({ t }: Words, tenancy: TenancySummary, sources?: Sources): Finding | null {
  if (sources?.notifications.state !== "stale") return null;
  return {
    id: `silent ${tenancy.tenantId}`,
    title: t("admin.findings.silent.title", { site: tenancy.name }),
    detail: t("admin.findings.silent.text"),
    since: sources.notifications.answeredAt?.toISOString(),
    next: connectStep(tenancy, t("admin.findings.silent.next")),
  };
}

/** Alerts can come in, but nobody is told of them while no page is open. */
function unheardFinding(
  { t }: Words,
  { tenantId, name, webhookSecrets }: TenancySummary,
  high?: HighCoverage,
): Finding | null {
  if (webhookSecrets === 0 || !high || high.people > 0) return null;
  return {
    id: `unheard ${tenantId}`,
    title: t("admin.findings.unheard.title", { site: name }),
    detail: t("admin.findings.unheard.text"),
    next: {
      href: `/admin/tenancies/${encodeURIComponent(tenantId)}/notices`,
      verb: t("admin.findings.unheard.next"),
    },
  };
}

/** Fetches succeed, yet bring no new readings. */
function stopFinding({ t }: Words, tenancy: TenancySummary, sources?: Sources): Finding | null {
  const { tenantId, name, lastError, queries, syncEnabled } = tenancy;
  if (sources?.readings.state !== "stale" || lastError !== null || !queries || !syncEnabled) return null;
  return {
    id: `stopped ${tenantId}`,
    title: t("admin.findings.stopped.title", { site: name }),
    detail: t("admin.findings.stopped.text"),
    since: sources.readings.until?.toISOString(),
    next: { href: "/admin/health", verb: t("admin.findings.stopped.next") },
  };
}

const connectStep = ({ tenantId }: TenancySummary, verb: string) => ({
  href: `/admin/connect/${encodeURIComponent(tenantId)}`,
  verb,
});

function notificationFinding({ t }: Words, tenancy: TenancySummary): Finding | null {
  const { tenantId, name, webhookSecrets, lastNotificationAt } = tenancy;
  const next = connectStep(tenancy, t("admin.findings.continueConnecting"));
  if (webhookSecrets === 0)
    return {
      id: `secret ${tenantId}`,
      title: t("admin.findings.noSecret.title", { site: name }),
      detail: t("admin.findings.noSecret.text"),
      next,
    };
  if (lastNotificationAt !== null) return null;
  return {
    id: `first ${tenantId}`,
    title: t("admin.findings.noNotification.title", { site: name }),
    detail: t("admin.findings.noNotification.text"),
    next,
  };
}

function historyFinding({ t }: Words, tenancy: TenancySummary): Finding | null {
  const { tenantId, name, queries, syncEnabled, lastError, lastReadingAt } = tenancy;
  if (lastError !== null)
    return {
      id: `fetch ${tenantId}`,
      title: t("admin.findings.fetchFails", { site: name }),
      detail: lastError,
      next: {
        href: `/admin/tenancies/${encodeURIComponent(tenantId)}`,
        verb: t("admin.findings.testConnection"),
      },
    };
  if (queries && syncEnabled) return null;
  return {
    id: `history ${tenantId}`,
    title: t("admin.findings.noHistory.title", { site: name }),
    detail: t(queries ? "admin.findings.noHistory.off" : "admin.findings.noHistory.notConnected"),
    since: lastReadingAt,
    next: connectStep(tenancy, t("admin.findings.continueConnecting")),
  };
}

function quarantineFinding({ t }: Words, { quarantined }: Counts): Finding | null {
  if (quarantined === 0) return null;
  return {
    id: "quarantine",
    title: t("admin.findings.quarantine.title", { count: quarantined }),
    detail: t("admin.findings.quarantine.text"),
    next: { href: "/admin/deliveries?outcome=quarantined", verb: t("admin.findings.quarantine.next") },
  };
}

function rejectedFinding({ t }: Words, { rejected }: Counts): Finding | null {
  if (rejected === 0) return null;
  return {
    id: "rejected",
    title: t("admin.findings.rejected.title", { count: rejected }),
    detail: t("admin.findings.rejected.text"),
    next: { href: "/admin/deliveries?outcome=rejected", verb: t("admin.findings.rejected.next") },
  };
}

function screenFinding(
  { t }: Words,
  { id, name, revokedAt, lastPaintAt }: ScreenLine,
  now: Date,
): Finding | null {
  if (revokedAt !== null || judgeContact(lastPaintAt, now) !== "dark") return null;
  return {
    id: `screen ${id}`,
    title: t("admin.findings.screen.title", { screen: name }),
    detail: t("admin.findings.screen.text"),
    since: lastPaintAt,
    next: { href: "/admin/screens", verb: t("admin.findings.screen.next") },
  };
}
