import type { Alert } from "@/lib/alerting/alerts/contract";
import { HANDOVER_EVENTS, type HandoverEvent, type HandoverEventKind } from "./contract";

/** What happened to an alert, put together from its notifications and from what people did. Pure. */

type Heard = { event: string; severity: HandoverEvent["severity"]; at: Date };
type Act = { at: Date; actor: string; action: string; detail: unknown };
type Note = { author: string; createdAt: Date };
type Handling = { acknowledgedAt: Date | null; acknowledgedBy: string | null };

export type Story = {
  heard: readonly Heard[];
  acts: readonly Act[];
  notes: readonly Note[];
  handling?: Handling;
};

const BY_EVENT: Record<string, HandoverEventKind> = {
  RAISED: "opened",
  SEVERITY_INCREASED: "rose",
  CLOSED: "closed",
};
const ACTS = new Set<string>(HANDOVER_EVENTS);

/** All of it since an instant, oldest first. */
export function collectEvents({ heard, acts, notes, handling }: Story, from: Date): HandoverEvent[] {
  const all = [
    ...heard.flatMap(fromNotification),
    ...acts.flatMap(fromAct),
    ...notes.map((note) => toEvent("noted", note.createdAt, note.author)),
    ...fromHandling(handling, acts),
  ];
  const since = from.toISOString();
  return all.filter(({ at }) => at >= since).sort((one, other) => one.at.localeCompare(other.at));
}

const toEvent = (
  what: HandoverEventKind,
  at: Date,
  by: string | null,
  more: Partial<HandoverEvent> = {},
): HandoverEvent => ({
  at: at.toISOString(),
  what,
  by,
  severity: null,
  owner: null,
  until: null,
  ...more,
});

function fromNotification({ event, severity, at }: Heard): HandoverEvent[] {
  const what = BY_EVENT[event];
  return what ? [toEvent(what, at, null, { severity })] : [];
}

function fromAct({ action, at, actor, detail }: Act): HandoverEvent[] {
  if (!ACTS.has(action)) return [];
  const { owner, until } = (detail ?? {}) as { owner?: unknown; until?: unknown };
  return [
    toEvent(action as HandoverEventKind, at, actor, {
      owner: typeof owner === "string" ? owner : null,
      until: instantOrNull(until),
    }),
  ];
}

/** RFC 3339 in UTC, or null for what is no instant. */
function instantOrNull(value: unknown): string | null {
  const at = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** An alert that was taken up before acts were written down one by one. */
function fromHandling(handling: Handling | undefined, acts: readonly Act[]): HandoverEvent[] {
  if (!handling?.acknowledgedAt || acts.some(({ action }) => action === "acknowledged")) return [];
  return [toEvent("acknowledged", handling.acknowledgedAt, handling.acknowledgedBy)];
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

/** Who looks after an alert: its owner, else who took it up. */
export function findOwner(
  handling: (Handling & { owner: string | null }) | undefined,
  alert: Pick<Alert, "acknowledgedBy">,
): string | null {
  return handling?.owner ?? alert.acknowledgedBy;
}
