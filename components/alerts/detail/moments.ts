import { badgeWordOf, beganAt } from "@/components/ui/alert-words";
import type { IconName } from "@/components/ui/icon";
import type { AlertAction, AlertDetail } from "@/lib/alerting/alerts/contract";
import type { Severity } from "@/lib/base/core/severity";
import { describePlaces } from "@/lib/base/places/places";
import type { Say } from "@/lib/base/words/messages";
import type { Words } from "@/lib/base/words/words";

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
export function momentsOf(words: Words, alert: AlertDetail): Moment[] {
  const { t } = words;
  const noted = alert.notes.map(
    ({ id, createdAt, author }): Moment => ({
      id: `note ${id}`,
      at: createdAt,
      what: t("alerts.timeLine.noted", { name: author }),
      icon: "note",
    }),
  );
  return [
    ...missingRaise(words, alert),
    ...fromNotifications(words, alert),
    ...fromActs(words, alert),
    ...noted,
    ...recovered(words, alert),
  ]
    .reverse()
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

type Notification = AlertDetail["notifications"][number];

function eventWords(
  { t }: Words,
  { event, closeReason, severity, previousSeverity }: Notification,
  alert: AlertDetail,
) {
  if (event === "CLOSED") return t("alerts.timeLine.closed", { reason: closeReason ?? "other" });
  const word = badgeWordOf({ severity, category: alert.category });
  if (event === "RAISED") return t("alerts.timeLine.raisedAs", { severity: word });
  return previousSeverity
    ? t("alerts.timeLine.changed", { from: previousSeverity, to: word })
    : t("alerts.timeLine.roseTo", { severity: word });
}

function fromNotifications(words: Words, alert: AlertDetail): Moment[] {
  let current: Severity | null = null;
  const reached = new Set<Severity | null>();
  return alert.notifications.map((one, index) => {
    const odd = contradiction(words, one, current, reached);
    current = one.severity ?? current;
    reached.add(current);
    return {
      id: `${one.notificationId ?? index} ${one.event}`,
      at: one.timestamp,
      what: eventWords(words, one, alert),
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
  { t }: Words,
  { event, severity, previousSeverity }: Notification,
  current: Severity | null,
  reached: ReadonlySet<Severity | null>,
): string | null {
  if (previousSeverity !== null && previousSeverity !== current) {
    return current === null
      ? t("alerts.timeLine.oddUnknown", { severity: previousSeverity })
      : t("alerts.timeLine.oddOther", { severity: previousSeverity, known: current });
  }
  if (event === "CLOSED" && severity !== null && reached.size > 0 && !reached.has(severity))
    return t("alerts.timeLine.oddClosed", { severity });
  return null;
}

function missingRaise({ t }: Words, alert: AlertDetail): Moment[] {
  if (alert.notifications.length === 0 || alert.notifications.some(({ event }) => event === "RAISED"))
    return [];
  const what = t("alerts.timeLine.raisedBefore");
  const odd = t("alerts.timeLine.raiseMissing");
  return [{ id: "raise-missing", at: beganAt(alert), what, icon: "clock", inferred: true, odd }];
}

function fromActs(words: Words, alert: AlertDetail): Moment[] {
  const acts = alert.actions.map((act) => ({ id: `act ${act.id}`, at: act.at, ...actWords(words, act) }));
  // Acknowledgements older than the table of acts are known by their time and name only.
  const hasAct = alert.actions.some(({ action }) => action === "acknowledged");
  if (hasAct || !alert.acknowledgedAt || !alert.acknowledgedBy) return acts;
  const what = words.t("alerts.timeLine.acknowledged", { name: alert.acknowledgedBy });
  return [...acts, { id: "taken", at: alert.acknowledgedAt, what, icon: "user" }];
}

function recovered({ t }: Words, { recovery }: AlertDetail): Moment[] {
  if (!recovery) return [];
  const what = t("alerts.timeLine.back");
  return [{ id: "recovery", at: recovery.since, what, icon: "clock", inferred: true }];
}

const textOrNull = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);

/** The words for an act: "M. de Vries acknowledged it". Members of `detail` that are not understood are ignored. */
export function actWords(
  words: Words,
  { actor: name, action, detail }: AlertAction,
): Pick<Moment, "what" | "icon" | "until"> {
  const { t } = words;
  const facts = detail ?? {};
  const owner = textOrNull(facts.owner);
  switch (action) {
    case "acknowledged":
      return {
        what:
          owner !== null && owner !== name
            ? t("alerts.timeLine.acknowledgedFor", { name, owner })
            : t("alerts.timeLine.acknowledged", { name }),
        icon: "user",
      };
    case "acknowledgement-undone":
      return { what: t("alerts.timeLine.released", { name }), icon: "user" };
    case "owner-set":
      return { what: assignedWords(t, name, owner), icon: "user" };
    case "snoozed": {
      const until = textOrNull(facts.until);
      if (until) return { what: t("alerts.timeLine.snoozed", { name }), icon: "waiting", until };
      return { what: t("alerts.timeLine.snoozedUntilWorse", { name }), icon: "waiting" };
    }
    case "woken":
      return { what: t("alerts.timeLine.woken", { name }), icon: "waiting" };
    case "placed":
      return { what: placedWords(words, name, facts), icon: "pin" };
    case "recovery-confirmed":
      return { what: t("alerts.timeLine.confirmed", { name }), icon: "ok" };
    case "recovery-denied":
      return { what: t("alerts.timeLine.denied", { name }), icon: "failed" };
  }
}

function assignedWords(t: Say, name: string, owner: string | null): string {
  if (owner === null) return t("alerts.timeLine.unassigned", { name });
  return owner === name
    ? t("alerts.timeLine.assignedSelf", { name })
    : t("alerts.timeLine.assigned", { name, owner });
}

function placedWords(words: Words, name: string, { by, after }: Record<string, unknown>): string {
  const { t } = words;
  if (by === "readings") return t("alerts.timeLine.placeFromReadings", { name });
  const paths = Array.isArray(after) ? after.filter((path) => typeof path === "string") : [];
  const place = describePlaces(words, paths);
  return place
    ? t("alerts.timeLine.placed", { name, place: place.name + place.tail })
    : t("alerts.timeLine.placeCorrected", { name });
}
