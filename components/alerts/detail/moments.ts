import { badgeWordOf, beganAt, CLOSE_WORDS } from "@/components/ui/alert-words";
import type { IconName } from "@/components/ui/icon";
import type { AlertAction, AlertDetail } from "@/lib/alerting/alerts/contract";
import type { Severity } from "@/lib/base/core/severity";
import { describePlaces } from "@/lib/base/places/places";

/** A line of an alert's time line. */
export type Moment = {
  id: string;
  at: string;
  what: string;
  /** Drawn with the icon of a severity, else with `icon`. */
  weight?: Pick<AlertDetail, "severity" | "category">;
  icon?: IconName;
  /** Set for a notification: when it was received, and the delay after the sender's time. */
  received?: { at: string; afterMs: number };
  /** Set for a snooze: its end. */
  until?: string;
  /** True if it is inferred, not reported by a notification or a person. */
  inferred?: boolean;
  /** A sentence about what contradicts the other notifications. */
  odd?: string;
};

/** The notifications of an alert and what people did, newest first. */
export function momentsOf(alert: AlertDetail): Moment[] {
  const noted = alert.notes.map(
    ({ id, createdAt, author }): Moment => ({
      id: `note ${id}`,
      at: createdAt,
      what: `${author} wrote a note`,
      icon: "note",
    }),
  );
  return [
    ...missingRaise(alert),
    ...fromNotifications(alert),
    ...fromActs(alert),
    ...noted,
    ...recovered(alert),
  ]
    .reverse()
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

type Notification = AlertDetail["notifications"][number];

function eventWords({ event, closeReason, severity, previousSeverity }: Notification, alert: AlertDetail) {
  if (event === "CLOSED") return closeReason ? `Closed: ${CLOSE_WORDS[closeReason]}` : "Closed";
  const word = badgeWordOf({ severity, category: alert.category });
  if (event === "RAISED") return `Raised as ${word}`;
  return previousSeverity ? `${previousSeverity} to ${word}` : `Rose to ${word}`;
}

function fromNotifications(alert: AlertDetail): Moment[] {
  let current: Severity | null = null;
  const reached = new Set<Severity | null>();
  return alert.notifications.map((one, index) => {
    const odd = contradiction(one, current, reached);
    current = one.severity ?? current;
    reached.add(current);
    return {
      id: `${one.notificationId ?? index} ${one.event}`,
      at: one.timestamp,
      what: eventWords(one, alert),
      received: { at: one.receivedAt, afterMs: Date.parse(one.receivedAt) - Date.parse(one.timestamp) },
      ...(odd && { odd }),
      ...(one.event === "CLOSED"
        ? { icon: "ok" as const }
        : { weight: { severity: one.severity, category: alert.category } }),
    };
  });
}

/**
 * Returns a sentence about how a notification contradicts the earlier ones, or null if it does not.
 * @param current the severity by the earlier ones
 * @param reached all their severities
 */
function contradiction(
  { event, severity, previousSeverity }: Notification,
  current: Severity | null,
  reached: ReadonlySet<Severity | null>,
): string | null {
  if (previousSeverity !== null && previousSeverity !== current) {
    const known = current === null ? "nothing was known of it" : `it was ${current} by what came`;
    return `Says it was ${previousSeverity} before; ${known}`;
  }
  if (event === "CLOSED" && severity !== null && reached.size > 0 && !reached.has(severity))
    return `Closed as ${severity}: the rise to it never came`;
  return null;
}

function missingRaise(alert: AlertDetail): Moment[] {
  if (alert.notifications.length === 0 || alert.notifications.some(({ event }) => event === "RAISED"))
    return [];
  const what = "Raised at this time or before";
  const odd = "Its notification never came";
  return [{ id: "raise-missing", at: beganAt(alert), what, icon: "clock", inferred: true, odd }];
}

function fromActs(alert: AlertDetail): Moment[] {
  const acts = alert.actions.map((act) => ({ id: `act ${act.id}`, at: act.at, ...actWords(act) }));
  // Acknowledgements older than the table of acts are known by their time and name only.
  const hasAct = alert.actions.some(({ action }) => action === "acknowledged");
  if (hasAct || !alert.acknowledgedAt || !alert.acknowledgedBy) return acts;
  const what = `${alert.acknowledgedBy} took it`;
  return [...acts, { id: "taken", at: alert.acknowledgedAt, what, icon: "user" }];
}

function recovered({ recovery }: AlertDetail): Moment[] {
  if (!recovery) return [];
  const what = "Back in its band: probably recovered";
  return [{ id: "recovery", at: recovery.since, what, icon: "clock", inferred: true }];
}

const textOrNull = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);

/** The words for an act: "M. de Vries took it". Members of `detail` that are not understood are ignored. */
export function actWords({ actor, action, detail }: AlertAction): Pick<Moment, "what" | "icon" | "until"> {
  const facts = detail ?? {};
  const owner = textOrNull(facts.owner);
  switch (action) {
    case "acknowledged": {
      const isForOther = owner !== null && owner !== actor;
      return {
        what: isForOther ? `${actor} acknowledged it for ${owner}` : `${actor} took it`,
        icon: "user",
      };
    }
    case "acknowledgement-undone":
      return { what: `${actor} gave it back`, icon: "user" };
    case "owner-set": {
      const given = `${actor} gave it to ${owner === actor ? "themselves" : owner}`;
      return { what: owner === null ? `${actor} took its owner away` : given, icon: "user" };
    }
    case "snoozed": {
      const until = textOrNull(facts.until);
      if (until) return { what: `${actor} snoozed it`, icon: "waiting", until };
      return { what: `${actor} snoozed it until it gets worse`, icon: "waiting" };
    }
    case "woken":
      return { what: `${actor} woke it`, icon: "waiting" };
    case "placed":
      return { what: placedWords(actor, facts), icon: "pin" };
    case "recovery-confirmed":
      return { what: `${actor} confirmed that it has recovered`, icon: "ok" };
    case "recovery-denied":
      return { what: `${actor}: not recovered`, icon: "failed" };
  }
}

function placedWords(actor: string, { by, after }: Record<string, unknown>): string {
  if (by === "readings") return `${actor} took the corrected place back`;
  const paths = Array.isArray(after) ? after.filter((path) => typeof path === "string") : [];
  const place = describePlaces(paths);
  return place ? `${actor} placed it in ${place.name}${place.tail}` : `${actor} corrected the place`;
}
