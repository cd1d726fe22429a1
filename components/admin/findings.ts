import type { Counts } from "@/lib/deliveries/log";
import type { Readiness } from "@/lib/health/contract";
import { judgeContact } from "@/lib/screens/contact";
import type { ScreenLine } from "@/lib/screens/contract";
import type { TenancySummary } from "@/lib/tenancies/contract";

/** Something that an admin has to see to: what is, since when, and where to go next. */
export type Finding = {
  id: string;
  title: string;
  detail: string | null;
  /** RFC 3339: since when, where that is known. */
  since: string | null;
  /** Where it is mended, and what is done there; null where no page can. */
  next: { href: string; verb: string } | null;
};

type Facts = {
  tenancies: readonly TenancySummary[];
  /** Of the last 24 hours. */
  counts: Counts;
  screens: readonly ScreenLine[];
  spool: Readiness["spool"];
  now: Date;
};

/** What is wrong now, what costs most first: notifications, then history, then screens. */
export function findingsOf({ tenancies, counts, screens, spool, now }: Facts): Finding[] {
  const present = tenancies.filter(({ deleting }) => !deleting);
  return [
    ...spoolFindings(spool),
    ...(present.length === 0 ? [NO_TENANCY] : []),
    ...present.flatMap(notificationFindings),
    ...quarantineFindings(counts),
    ...present.flatMap(historyFindings),
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
  if (spool === "ok") return [];
  const failed = spool.startsWith("failed: ");
  const count = spool.replace("waiting ", "");
  return [
    {
      id: "spool",
      title: failed
        ? "Notifications could not be kept while the database is away"
        : `${count} ${count === "1" ? "notification waits" : "notifications wait"} on disk for the database`,
      detail: failed
        ? `The spool cannot be written: ${spool.slice("failed: ".length)}. Look at the disk of the data directory.`
        : "They are applied by themselves as soon as it takes them. If they stay, look at the log.",
      since: null,
      next: null,
    },
  ];
}

const connectPage = ({ tenantId }: TenancySummary) => `/admin/connect/${encodeURIComponent(tenantId)}`;

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
