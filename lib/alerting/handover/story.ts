import type { Alert } from "@/lib/alerting/alerts/contract";
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

const WORDS: Record<HandoverEventKind, string> = {
  opened: "opened",
  rose: "rose",
  closed: "closed",
  acknowledged: "taken up",
  "acknowledgement-undone": "given back",
  "owner-set": "new owner",
  snoozed: "snoozed",
  woken: "woken",
  placed: "place corrected",
  noted: "noted",
  "recovery-confirmed": "recovery confirmed",
  "recovery-denied": "not recovered",
};

/** `opened as MEDIUM`, `taken up by R. Bakker`, `snoozed by R. Bakker until it gets worse`. */
export function describeEvent(one: HandoverEvent, timeOf: (at: string) => string): string {
  const by = one.by === null ? "" : ` by ${one.by}`;
  if (one.what === "opened") return one.severity ? `opened as ${one.severity}` : "opened";
  if (one.what === "rose") return one.severity ? `rose to ${one.severity}` : "rose";
  if (one.what === "owner-set") return `${one.owner ? `given to ${one.owner}` : "given to nobody"}${by}`;
  if (one.what === "snoozed")
    return `snoozed${by} ${one.until ? `until ${timeOf(one.until)}` : "until it gets worse"}`;
  return WORDS[one.what] + by;
}
