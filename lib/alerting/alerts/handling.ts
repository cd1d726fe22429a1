import { z } from "zod";
import { type AlertAct, isAcknowledged } from "./contract";

/** What people decided of one alert. Kept with every act as what was before it, so that the act can be undone. */
export const handlingSchema = z.object({
  acknowledgedAt: z.iso.datetime().nullable(),
  acknowledgedBy: z.string().nullable(),
  acknowledgedRank: z.int().nullable(),
  owner: z.string().nullable(),
  snoozedAt: z.iso.datetime().nullable(),
  snoozedBy: z.string().nullable(),
  snoozedUntil: z.iso.datetime().nullable(),
  snoozedRank: z.int().nullable(),
});
export type Handling = z.infer<typeof handlingSchema>;

/** An alert as an act finds it. */
export type HandledAlert = { alertId: string; status: "open" | "closed"; rank: number; handling: Handling };

/** Who acts, and when (RFC 3339). */
type Act = { by: string; at: string };

const NOT_ACKNOWLEDGED = { acknowledgedAt: null, acknowledgedBy: null, acknowledgedRank: null, owner: null };
const NOT_SNOOZED = { snoozedAt: null, snoozedBy: null, snoozedUntil: null, snoozedRank: null };

/** The rules below give what is so after an act, and null where it changes nothing. */

/** Takes an alert in hand at its present rank; one that somebody has stays with them until it rises. */
export function acknowledged(alert: HandledAlert, act: Act, owner: string): Handling | null {
  if (isAcknowledged({ rank: alert.rank, ...alert.handling })) return null;
  return {
    acknowledgedAt: act.at,
    acknowledgedBy: act.by,
    acknowledgedRank: alert.rank,
    owner,
    ...NOT_SNOOZED,
  };
}

/** Gives it back to nobody. */
export function givenBack({ handling }: HandledAlert): Handling | null {
  return handling.acknowledgedAt === null ? null : { ...handling, ...NOT_ACKNOWLEDGED };
}

/** Hands it to somebody; whether it is acknowledged stays as it is. */
export function handedTo({ handling }: HandledAlert, owner: string): Handling | null {
  return (handling.owner ?? handling.acknowledgedBy) === owner ? null : { ...handling, owner };
}

/** Puts an open alert that nobody has away for a time, or (`until` null) until it gets worse. */
export function snoozed(alert: HandledAlert, act: Act, until: string | null): Handling | null {
  const { rank, handling } = alert;
  if (alert.status === "closed" || isAcknowledged({ rank, ...handling })) return null;
  return {
    ...handling,
    snoozedAt: act.at,
    snoozedBy: act.by,
    snoozedUntil: until,
    snoozedRank: rank,
  };
}

/** Ends a snooze. */
export function woken({ handling }: HandledAlert): Handling | null {
  return handling.snoozedAt === null ? null : { ...handling, ...NOT_SNOOZED };
}

/** How the history names what takes an act back. */
export const UNDONE_BY = {
  acknowledged: "acknowledgement-undone",
  "acknowledgement-undone": "acknowledged",
  "owner-set": "owner-set",
  snoozed: "woken",
  woken: "snoozed",
} as const satisfies Partial<Record<AlertAct, AlertAct>>;

export type UndoableAct = keyof typeof UNDONE_BY;
export const UNDOABLE_ACTS = Object.keys(UNDONE_BY) as UndoableAct[];

/** The newest act on an alert: undone by whoever did it, as long as nobody else acted since. */
export type LastAct = { alertId: string; actorId: number | null; action: UndoableAct; detail: unknown };

const undoableDetail = z.object({ before: handlingSchema });

/**
 * What was before an act; null where it was not the actor's own, or is itself an undoing.
 * @param by the account of who asks
 */
export function undone(last: LastAct, by: number | null): Handling | null {
  const found = undoableDetail.safeParse(last.detail);
  return by !== null && last.actorId === by && found.success ? found.data.before : null;
}
