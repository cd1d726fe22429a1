import type { IconName } from "@/components/ui/icon";
import type { AlertDetail } from "@/lib/alerts/contract";
import { badgeWordOf, CLOSE_WORDS } from "../words";

/** One line of an alert's story. */
export type Moment = {
  id: string;
  at: string;
  what: string;
  /** Drawn with a severity's icon, or with a plain one. */
  weight?: Pick<AlertDetail, "severity" | "category">;
  icon?: IconName;
  receivedAfterMs?: number;
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
  const heard = alert.notifications.map(
    (one, index): Moment => ({
      id: `${one.notificationId ?? index} ${one.event}`,
      at: one.timestamp,
      what: whatHappened(one, alert),
      receivedAfterMs: Date.parse(one.receivedAt) - Date.parse(one.timestamp),
      ...(one.event === "CLOSED"
        ? { icon: "ok" as const }
        : { weight: { severity: one.severity, category: alert.category } }),
    }),
  );
  const taken: Moment[] =
    alert.acknowledgedAt && alert.acknowledgedBy
      ? [{ id: "taken", at: alert.acknowledgedAt, what: `${alert.acknowledgedBy} took it`, icon: "user" }]
      : [];
  return [...heard, ...taken].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}
