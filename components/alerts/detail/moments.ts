import { badgeWordOf, beganAt, CLOSE_WORDS } from "@/components/ui/alert-words";
import type { IconName } from "@/components/ui/icon";
import type { AlertAct, AlertAction, AlertDetail } from "@/lib/alerting/alerts/contract";
import { nameOf } from "@/lib/base/core/paths";
import type { Severity } from "@/lib/base/core/severity";

/** One line of an alert's story. */
export type Moment = {
  id: string;
  at: string;
  what: string;
  /** Drawn with a severity's icon, or with a plain one. */
  weight?: Pick<AlertDetail, "severity" | "category">;
  icon?: IconName;
  /** How long after the sender's time it came, and when, of a notification. */
  received?: { at: string; afterMs: number };
  /** Until when it holds. */
  until?: string;
  /** Not heard but concluded. */
  inferred?: boolean;
  /** What does not fit, in a sentence. */
  odd?: string;
};

type Notification = AlertDetail["notifications"][number];

function whatHappened(one: Notification, alert: AlertDetail): string {
  if (one.event === "CLOSED") return one.closeReason ? `Closed: ${CLOSE_WORDS[one.closeReason]}` : "Closed";
  const word = badgeWordOf({ severity: one.severity, category: alert.category });
  if (one.event === "RAISED") return `Raised as ${word}`;
  return one.previousSeverity ? `${one.previousSeverity} to ${word}` : `Rose to ${word}`;
}

/** An alert's notifications and what people did, newest first. */
export function momentsOf(alert: AlertDetail): Moment[] {
  const all = [...missing(alert), ...heard(alert), ...done(alert), ...noted(alert), ...recovered(alert)];
  return all
    .map((moment, order) => ({ moment, order }))
    .sort((a, b) => Date.parse(b.moment.at) - Date.parse(a.moment.at) || b.order - a.order)
    .map(({ moment }) => moment);
}

/** The notifications come in the order of the story; what one says of the step before it may not fit. */
function heard(alert: AlertDetail): Moment[] {
  let current: Severity | null = null;
  const reached = new Set<Severity | null>();
  return alert.notifications.map((one, index) => {
    const odd = oddityOf(one, current, reached);
    current = one.severity ?? current;
    reached.add(current);
    return {
      id: `${one.notificationId ?? index} ${one.event}`,
      at: one.timestamp,
      what: whatHappened(one, alert),
      received: { at: one.receivedAt, afterMs: Date.parse(one.receivedAt) - Date.parse(one.timestamp) },
      ...(odd && { odd }),
      ...(one.event === "CLOSED"
        ? { icon: "ok" as const }
        : { weight: { severity: one.severity, category: alert.category } }),
    };
  });
}

function oddityOf(
  one: Notification,
  current: Severity | null,
  reached: ReadonlySet<Severity | null>,
): string | null {
  if (one.previousSeverity !== null && one.previousSeverity !== current) {
    const known = current === null ? "nothing was known of it" : `it was ${current} by what came`;
    return `Says it was ${one.previousSeverity} before; ${known}`;
  }
  if (one.event === "CLOSED" && one.severity !== null && reached.size > 0 && !reached.has(one.severity))
    return `Closed as ${one.severity}: the rise to it never came`;
  return null;
}

/** A RAISED that never came has been all the same. */
function missing(alert: AlertDetail): Moment[] {
  if (alert.notifications.length === 0 || alert.notifications.some(({ event }) => event === "RAISED"))
    return [];
  const what = "Raised at this time or before";
  const odd = "Its notification never came";
  return [{ id: "raise-missing", at: beganAt(alert), what, icon: "clock", inferred: true, odd }];
}

function done(alert: AlertDetail): Moment[] {
  const acts = alert.actions.map((act) => ({
    id: `act ${act.id}`,
    at: act.at,
    ...actWords(act),
  }));
  // What was taken in hand before the history of acts began.
  const isTold = alert.actions.some(({ action }) => action === "acknowledged");
  if (isTold || !alert.acknowledgedAt || !alert.acknowledgedBy) return acts;
  const what = `${alert.acknowledgedBy} took it`;
  return [...acts, { id: "taken", at: alert.acknowledgedAt, what, icon: "user" }];
}

function noted(alert: AlertDetail): Moment[] {
  return alert.notes.map(({ id, createdAt, author }) => ({
    id: `note ${id}`,
    at: createdAt,
    what: `${author} wrote a note`,
    icon: "note",
  }));
}

function recovered({ recovery }: AlertDetail): Moment[] {
  if (!recovery) return [];
  const what = "Back in its band: probably recovered";
  return [{ id: "recovery", at: recovery.since, what, icon: "clock", inferred: true }];
}

type Words = { what: string; icon: IconName; until?: string };

const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);

const names = (value: unknown) =>
  Array.isArray(value) ? value.filter((path) => typeof path === "string").map(nameOf) : [];

/** What somebody did, as people say it: "M. de Vries took it". */
export function actWords({ actor, action, detail }: AlertAction): Words {
  const facts = detail ?? {};
  const owner = text(facts.owner);
  const words: Record<AlertAct, () => Words> = {
    acknowledged: () => ({
      what: owner && owner !== actor ? `${actor} acknowledged it for ${owner}` : `${actor} took it`,
      icon: "user",
    }),
    "acknowledgement-undone": () => ({ what: `${actor} gave it back`, icon: "user" }),
    "owner-set": () => ({
      what:
        owner === null
          ? `${actor} took its owner away`
          : `${actor} gave it to ${owner === actor ? "themselves" : owner}`,
      icon: "user",
    }),
    snoozed: () => {
      const until = text(facts.until);
      return {
        what: until ? `${actor} snoozed it` : `${actor} snoozed it until it gets worse`,
        icon: "waiting",
        ...(until && { until }),
      };
    },
    woken: () => ({ what: `${actor} woke it`, icon: "waiting" }),
    placed: () => ({ what: placedWords(actor, facts), icon: "pin" }),
    "recovery-confirmed": () => ({ what: `${actor} confirmed that it has recovered`, icon: "ok" }),
    "recovery-denied": () => ({ what: `${actor}: not recovered`, icon: "failed" }),
  };
  return words[action]();
}

function placedWords(actor: string, facts: Record<string, unknown>): string {
  if (facts.by === "readings") return `${actor} took the corrected place back`;
  const [first, ...others] = names(facts.after);
  if (first === undefined) return `${actor} corrected the place`;
  return `${actor} placed it in ${first}${others.length > 0 ? ` and ${others.length} more` : ""}`;
}
