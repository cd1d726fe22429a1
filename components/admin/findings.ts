import type { Counts } from "@/lib/alerting/deliveries/log";
import type { Outage } from "@/lib/alerting/outages/contract";
import { describeCause, describeMissing } from "@/lib/alerting/outages/contract";
import { formatBytes } from "@/lib/base/core/numbers";
import type { NotificationsJudgement, ReadingsJudgement } from "@/lib/display/freshness/judge";
import { judgeContact } from "@/lib/display/screens/contact";
import type { ScreenLine } from "@/lib/display/screens/contract";
import type { TenancySummary } from "@/lib/farm/tenancies/contract";
import type { Readiness } from "@/lib/operations/health/contract";

/** A problem for an admin: what is wrong, since when, and where to fix it. */
export type Finding = {
  id: string;
  title: string;
  detail: string | null;
  /** RFC 3339: since when, where that is known. */
  since: string | null;
  /** The page that fixes it and what to do there; null if none can. */
  next: { href: string; verb: string } | null;
};

/** Free disk space, bytes; it counts as low below `lowBelow`. */
type Disk = { free: number | null; lowBelow: number; fullSince: Date | null };

/** Freshness of a tenancy's notifications and readings, as on Now. */
type Sources = {
  notifications: Pick<NotificationsJudgement, "state" | "answeredAt">;
  readings: Pick<ReadingsJudgement, "state" | "until">;
};

type Facts = {
  tenancies: readonly TenancySummary[];
  /** Of the last 24 hours. */
  counts: Counts;
  screens: readonly ScreenLine[];
  spool: Readiness["spool"];
  disk: Disk;
  /** The times of the last day in which no notification could be received, newest first. */
  outages: readonly Outage[];
  /** By tenantId. */
  sources: ReadonlyMap<string, Sources>;
  /** The time zone of outages. */
  zone: string;
  now: Date;
};

/** The present problems, most costly first: notifications, history, screens. */
export function listFindings(facts: Facts): Finding[] {
  const { tenancies, counts, screens, spool, disk, sources, now } = facts;
  const present = tenancies.filter(({ deleting }) => !deleting);
  return [
    ...spoolFindings(spool),
    ...diskFindings(disk),
    ...outageFindings(facts),
    ...(present.length === 0 ? [NO_TENANCY] : []),
    ...present.flatMap(notificationFindings),
    ...quarantineFindings(counts),
    ...present.flatMap((tenancy) => silenceFindings(tenancy, sources.get(tenancy.tenantId))),
    ...present.flatMap(historyFindings),
    ...present.flatMap((tenancy) => stopFindings(tenancy, sources.get(tenancy.tenantId))),
    ...screens.flatMap((screen) => screenFindings(screen, now)),
    ...refusedFindings(counts),
  ];
}

const NO_TENANCY: Finding = {
  ...{ id: "none", title: "No tenancy is connected", since: null },
  detail: "Nothing can come in, and nothing can be fetched.",
  next: { href: "/admin/connect", verb: "Connect one" },
};

function spoolFindings(spool: Readiness["spool"]): Finding[] {
  if (spool === "ok" || spool.startsWith("full: ")) return [];
  if (spool.startsWith("damaged ")) return [damagedFinding(spool.replace("damaged ", ""))];
  const failed = spool.startsWith("failed: ");
  const count = spool.replace("waiting ", "");
  return [
    {
      id: "spool",
      title: failed
        ? "Notifications could not be kept while the database is away"
        : `${count} ${count === "1" ? "notification waits" : "notifications wait"} on disk for the database`,
      detail: failed
        ? `The spool failed: ${spool.slice("failed: ".length)}. Check the disk of the data directory.`
        : "They are applied by themselves as soon as it takes them. If they stay, look at the log.",
      since: null,
      next: null,
    },
  ];
}

function diskFindings({ free, lowBelow, fullSince }: Disk): Finding[] {
  const room = "Make room on the disk of the data folder, or give it a larger one.";
  if (fullSince !== null)
    return [
      {
        ...{ id: "disk", title: "The disk is full: new alerts may be lost", next: null },
        detail: `Notifications are kept in a small reserve, and lost after it. ${room} All goes on by itself then.`,
        since: fullSince.toISOString(),
      },
    ];
  if (free === null || free >= lowBelow) return [];
  return [
    {
      ...{ id: "disk", title: `Only ${formatBytes(free)} are free on the disk`, since: null, next: null },
      detail: `When it is full, no alert can be stored. ${room}`,
    },
  ];
}

/** What Now says above its alerts as well. */
function outageFindings({ outages, zone, now }: Facts): Finding[] {
  const [newest, ...more] = outages;
  if (!newest) return [];
  const others = more.length === 0 ? "" : ` And ${more.length} more within 24 h.`;
  return [
    {
      id: "outage",
      title: describeMissing(newest, zone, now),
      detail: `${describeCause(newest)}. The service sends nothing twice: compare with its console.${others}`,
      since: null,
      next: { href: "/admin/health", verb: "See the outages" },
    },
  ];
}

function damagedFinding(count: string): Finding {
  return {
    id: "damaged",
    title: `${count} ${count === "1" ? "piece" : "pieces"} of the spool cannot be read`,
    detail:
      "The disk changed notifications that were waiting there. They are kept in spool/damaged of the data directory. Check the disk, then remove the folder.",
    since: null,
    next: null,
  };
}

/** A webhook secret is stored, but our own address does not answer. */
function silenceFindings({ tenantId, name }: TenancySummary, sources: Sources | undefined): Finding[] {
  const { state, answeredAt } = sources?.notifications ?? {};
  if (state !== "stale") return [];
  return [
    {
      id: `silent ${tenantId}`,
      title: `Notifications of ${name} may not come in`,
      detail: "Our own address does not answer. Check LEAFWATCH_URL, the proxy and its certificate.",
      since: answeredAt?.toISOString() ?? null,
      next: { href: connectPage({ tenantId }), verb: "Send a test" },
    },
  ];
}

/** Fetches succeed, yet no new readings come. */
function stopFindings(
  { tenantId, name, lastError, queries, syncEnabled }: TenancySummary,
  sources: Sources | undefined,
): Finding[] {
  const { state, until } = sources?.readings ?? {};
  if (state !== "stale" || lastError !== null || !queries || !syncEnabled) return [];
  return [
    {
      id: `stopped ${tenantId}`,
      title: `Readings of ${name} have stopped`,
      detail: "The service answers, and sends nothing new.",
      since: until?.toISOString() ?? null,
      next: { href: "/admin/health", verb: "See data health" },
    },
  ];
}

const connectPage = ({ tenantId }: Pick<TenancySummary, "tenantId">) =>
  `/admin/connect/${encodeURIComponent(tenantId)}`;

function notificationFindings(tenancy: TenancySummary): Finding[] {
  const { tenantId, name, webhookSecrets, lastNotificationAt } = tenancy;
  const next = { href: connectPage(tenancy), verb: "Go on connecting" };
  if (webhookSecrets === 0)
    return [
      {
        ...{ id: `secret ${tenantId}`, title: `${name} takes no notifications`, since: null, next },
        detail: "No webhook secret is stored: each is refused, and the service sends none twice.",
      },
    ];
  if (lastNotificationAt === null)
    return [
      {
        ...{ id: `first ${tenantId}`, title: `No notification of ${name} has come yet`, since: null, next },
        detail: "A test notification shows whether the way is open.",
      },
    ];
  return [];
}

function historyFindings(tenancy: TenancySummary): Finding[] {
  const { tenantId, name, queries, syncEnabled, lastError, lastReadingAt } = tenancy;
  if (lastError !== null)
    return [
      {
        ...{ id: `fetch ${tenantId}`, title: `Fetching fails for ${name}`, detail: lastError },
        since: null,
        next: { href: `/admin/tenancies/${encodeURIComponent(tenantId)}`, verb: "Test the connection" },
      },
    ];
  if (queries && syncEnabled) return [];
  return [
    {
      ...{ id: `history ${tenantId}`, title: `No history is fetched for ${name}`, since: lastReadingAt },
      detail: queries
        ? "Fetching by itself is off."
        : "The service's addresses, client or secret are missing.",
      next: { href: connectPage(tenancy), verb: "Go on connecting" },
    },
  ];
}

function quarantineFindings({ quarantined }: Counts): Finding[] {
  if (quarantined === 0) return [];
  return [
    {
      id: "quarantine",
      title: `${quarantined.toLocaleString("en")} ${quarantined === 1 ? "notification lies" : "notifications lie"} in quarantine`,
      detail: "Signed and kept, but not understood, within the last 24 h: no alert was made of them.",
      since: null,
      next: { href: "/admin/deliveries?outcome=quarantined", verb: "See why" },
    },
  ];
}

function refusedFindings({ rejected }: Counts): Finding[] {
  if (rejected === 0) return [];
  return [
    {
      id: "refused",
      title: `${rejected.toLocaleString("en")} ${rejected === 1 ? "request was" : "requests were"} refused in 24 h`,
      detail: "Their signature is missing or wrong. Strangers send such; a wrong secret looks the same.",
      since: null,
      next: { href: "/admin/deliveries?outcome=rejected", verb: "Look at them" },
    },
  ];
}

function screenFindings(screen: ScreenLine, now: Date): Finding[] {
  const { id, name, revokedAt, lastPaintAt } = screen;
  if (revokedAt !== null || judgeContact(lastPaintAt, now) !== "dark") return [];
  return [
    {
      ...{ id: `screen ${id}`, title: `${name} is dark`, since: lastPaintAt },
      detail: "It reports no more: it is off, or its network is.",
      next: { href: "/admin/screens", verb: "To the screens" },
    },
  ];
}
