/** When to ask the service again: quick at first, then every ten seconds, never before it wants. */

const STEPS_S = [1, 2, 3, 5, 8];
const STEADY_S = 10;
const JITTER = 0.2;

/** What the plan needs to know; times are epoch milliseconds. */
export interface PollSituation {
  /** Polls already made, from 0. */
  attempt: number;
  now: number;
  /** When to give up. */
  deadline: number;
  /** Seconds, from the last answer's Retry-After; null without one. */
  retryAfter?: number | null;
  /** A number in [0, 1), for the jitter. */
  random: number;
}

/** Poll again after `delayMs`, or stop: the deadline has passed, or lies before the service's own Retry-After. */
export type PollDecision =
  | { kind: "wait"; delayMs: number }
  | { kind: "give-up"; reason: "deadline" | "retry-after" };

/**
 * The pause before a poll, in milliseconds: 1, 2, 3, 5, 8, then 10 s, up to a fifth more or less.
 * A Retry-After is a lower bound, so its jitter only adds (service-in-the-field, Query life cycle).
 */
export function nextPollDelay(
  attempt: number,
  retryAfter: number | null | undefined,
  random: number,
): number {
  const step = (STEPS_S[Math.max(0, Math.trunc(attempt))] ?? STEADY_S) * 1000;
  const usual = Math.round(step * (1 - JITTER + 2 * JITTER * random));
  if (retryAfter === null || retryAfter === undefined) return usual;
  return Math.max(usual, Math.round(retryAfter * 1000 + Math.min(step, retryAfter * 1000) * JITTER * random));
}

/** Decides between waiting and giving up; the last poll falls on the deadline itself. */
export function planPoll(situation: PollSituation): PollDecision {
  const left = situation.deadline - situation.now;
  if (left <= 0) return { kind: "give-up", reason: "deadline" };
  const { attempt, retryAfter, random } = situation;
  if ((retryAfter ?? 0) * 1000 > left) return { kind: "give-up", reason: "retry-after" };
  return { kind: "wait", delayMs: Math.min(left, nextPollDelay(attempt, retryAfter, random)) };
}
