import type { Alert } from "@/lib/alerting/alerts/contract";
import type { Words } from "@/lib/base/words/words";
import { HANDOVER_EVENTS, type HandoverEvent, type HandoverEventKind } from "./contract";

/** The notifications, acts and notes of an alert. */
type Story = {
  heard: readonly { event: string; severity: HandoverEvent["severity"]; at: Date }[];
  acts: readonly { at: Date; actor: string; action: string; detail: unknown }[];
  notes: readonly { author: string; createdAt: Date }[];
};

const BY_EVENT: Record<string, HandoverEventKind> = {
  RAISED: "opened",
  SEVERITY_INCREASED: "rose",
  CLOSED: "closed",
};

/** The events of an alert since an instant, oldest first. Acts and notifications of unknown kinds are left out. */
export function collectEvents(
  alert: Pick<Alert, "acknowledgedAt" | "acknowledgedBy">,
  { heard, acts, notes }: Story,
  from: Date,
): HandoverEvent[] {
  const all = [
    ...heard.map(({ event, at, severity }) => toEvent(BY_EVENT[event], at, null, { severity })),
    ...acts.map(({ action, at, actor, detail }) => toEvent(action, at, actor, detailOf(detail))),
    ...notes.map(({ createdAt, author }) => toEvent("noted", createdAt, author)),
    // Acknowledgements older than the table of acts are known by their time and name only.
    ...(alert.acknowledgedAt && !acts.some(({ action }) => action === "acknowledged")
      ? [toEvent("acknowledged", new Date(alert.acknowledgedAt), alert.acknowledgedBy)]
      : []),
  ];
  const since = from.toISOString();
  return all
    .filter((one) => one !== null)
    .filter(({ at }) => at >= since)
    .sort((one, other) => one.at.localeCompare(other.at));
}

function toEvent(
  kind: string | undefined,
  at: Date,
  by: string | null,
  more: Partial<HandoverEvent> = {},
): HandoverEvent | null {
  const what = HANDOVER_EVENTS.find((one) => one === kind);
  return what ? { at: at.toISOString(), what, by, severity: null, owner: null, until: null, ...more } : null;
}

function detailOf(detail: unknown): Pick<HandoverEvent, "owner" | "until"> {
  const { owner, until } = (detail ?? {}) as { owner?: unknown; until?: unknown };
  return { owner: typeof owner === "string" ? owner : null, until: instantOrNull(until) };
}

/** RFC 3339 in UTC; null for anything that is not an instant. */
function instantOrNull(value: unknown): string | null {
  const at = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** `opened as MEDIUM`, `acknowledged by R. Bakker`, `snoozed by R. Bakker until it gets worse`. */
export function describeEvent(
  { t }: Words,
  { what, by, severity, owner, until }: HandoverEvent,
  timeOf: (at: string) => string,
): string {
  const name = by ?? "";
  const who = by === null ? "nobody" : "other";
  if (what === "opened" || what === "rose")
    return t(EVENT_WORDS[what], { severity: severity ?? "", known: severity === null ? "no" : "other" });
  if (what === "closed") return t("handover.events.closed");
  if (what === "owner-set")
    return owner === null
      ? t("handover.events.unassigned", { name, who })
      : t("handover.events.assigned", { owner, name, who });
  if (what === "snoozed")
    return until === null
      ? t("handover.events.snoozedUntilWorse", { name, who })
      : t("handover.events.snoozed", { name, who, time: timeOf(until) });
  return t(EVENT_WORDS[what], { name, who });
}

const EVENT_WORDS = {
  opened: "handover.events.opened",
  rose: "handover.events.gotWorse",
  acknowledged: "handover.events.acknowledged",
  "acknowledgement-undone": "handover.events.released",
  woken: "handover.events.woken",
  placed: "handover.events.placed",
  noted: "handover.events.noted",
  "recovery-confirmed": "handover.events.recoveryConfirmed",
  "recovery-denied": "handover.events.recoveryDenied",
} as const;
