import { z } from "zod";
import { MAX_BODY_BYTES } from "@/lib/alerting/webhooks/contract";
import { OUTCOMES } from "./contract";

/** The periods that the log can be narrowed to, in hours; null is everything that is kept. */
export const PERIODS = { day: 24, week: 168, all: null } as const;
export type Period = keyof typeof PERIODS;

const MAX_TEXT_LENGTH = 200;
const when = z.iso.datetime();

/** What narrows the log to a tenancy, a time and a text, beside the outcome. */
export const narrowingSchema = z.object({
  tenant: z.string().optional(),
  period: z.enum(["day", "week", "all"]),
  /** Both, or neither: they stand in the place of the period. */
  from: when.optional(),
  to: when.optional(),
  /** A part of an id, a reason or a sender's own name. */
  text: z.string().trim().min(1).max(MAX_TEXT_LENGTH).optional(),
});
export type Narrowing = z.output<typeof narrowingSchema>;

/** The outcomes by which the log can be narrowed; what was set aside and our own tests are apart from all of them. */
export const LOG_OUTCOMES = [...OUTCOMES, "set-aside", "test"] as const;
export type LogOutcome = (typeof LOG_OUTCOMES)[number];

/** The filters of the log as they stand in its address. What cannot be read counts as not given. */
export const logFilterSchema = z.object({
  outcome: z.enum(LOG_OUTCOMES).optional().catch(undefined),
  tenant: z.string().optional().catch(undefined),
  period: z.enum(["day", "week", "all"]).catch("day"),
  from: when.optional().catch(undefined),
  to: when.optional().catch(undefined),
  text: narrowingSchema.shape.text.catch(undefined),
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional()
    .catch(undefined),
  id: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional()
    .catch(undefined),
});
export type LogFilter = z.output<typeof logFilterSchema>;

/** The outcomes after which a delivery can be taken in once more. */
export const REPLAYABLE = ["quarantined", "rejected"] as const;
export type Replayable = (typeof REPLAYABLE)[number];

export const isReplayable = (outcome: string): outcome is Replayable =>
  REPLAYABLE.some((one) => one === outcome);

/** What is to be taken in once more: all of an outcome that the log shows. */
export const replayFilterSchema = z.strictObject({
  ...narrowingSchema.shape,
  outcome: z.enum(REPLAYABLE),
});
export type ReplayFilter = z.output<typeof replayFilterSchema>;

/** What is to be set aside: some in quarantine, or all that the log shows. */
export const setAsideSchema = z.strictObject({
  which: z.union([
    z.strictObject({
      ids: z
        .array(z.string().regex(/^\d{1,18}$/))
        .min(1)
        .max(500),
    }),
    z.strictObject({ filter: z.strictObject(narrowingSchema.shape) }),
  ]),
  reason: z.string().trim().min(1, "is missing").max(500, "has more than 500 characters"),
});
export type SetAsideInput = z.input<typeof setAsideSchema>;

/** How many were set aside, and when (RFC 3339, UTC), by which it can be taken back. */
export type SetAside = { count: number; at: string };

/** How many deliveries ended how when they were taken in once more; `refused`: no secret fits. */
export type ReplayCounts = { accepted: number; duplicate: number; quarantined: number; refused: number };

/** One step of many: `after` is where the next one begins, null at the end. */
export type ReplayStep = { replayed: ReplayCounts; after: string | null };

/** The outcome in words: "3 accepted, 1 kept before, 2 still in quarantine". */
export function replayWords({ accepted, duplicate, quarantined, refused }: ReplayCounts): string {
  const parts = [
    accepted > 0 && `${accepted.toLocaleString("en")} accepted`,
    duplicate > 0 && `${duplicate.toLocaleString("en")} kept before`,
    quarantined > 0 && `${quarantined.toLocaleString("en")} in quarantine`,
    refused > 0 && `${refused.toLocaleString("en")} ${refused === 1 ? "fits" : "fit"} no secret`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? "Nothing was left to take in" : parts.join(", ");
}

/** A delivery as a line of the log, with what was understood of it. */
export type LogLine = {
  id: string;
  receivedAt: string;
  outcome: (typeof OUTCOMES)[number];
  tenancyName: string | null;
  reason: string | null;
  notificationId: string | null;
  alertId: string | null;
  bytes: number;
  event: string | null;
  severity: string | null;
  category: string | null;
  closeReason: string | null;
  answeredInMs: number | null;
  /** Sent by an admin from here. */
  test: boolean;
  /** Why one in quarantine was set aside. */
  setAsideReason: string | null;
};

/** How many deliveries had which outcome; our own tests are counted by themselves. */
export type Counts = Record<LogOutcome, number>;

/** How many deliveries a list holds; where tests are among them it says so, as no other count holds them. */
export function totalWords(counts: Counts, outcome?: LogOutcome): string {
  const total = outcome ? counts[outcome] : Object.values(counts).reduce((sum, count) => sum + count, 0);
  const words = `${total.toLocaleString("en")} ${total === 1 ? "delivery" : "deliveries"}`;
  if (outcome || counts.test === 0) return words;
  return `${words}, ${counts.test.toLocaleString("en")} of them ${counts.test === 1 ? "a test" : "tests"}`;
}

/** How many came in an hour or a day of the site, which begins at `at` (RFC 3339). */
export type RateBar = { at: string } & Record<(typeof OUTCOMES)[number], number>;

/** How many deliveries came, by the hour or by the day, oldest first; none is left out. */
export type Rates = { each: "hour" | "day"; zone: string; bars: RateBar[] };

/** What the signature of a delivery was. */
export type Signer = { tenancyName: string; secret: number; secrets: number; retired: boolean } | null;

/**
 * Whether a request was refused for its size, whatever its signature (docs/spec/http-contract.md "Notifications").
 */
export const isTooLarge = (bytes: number) => bytes > MAX_BODY_BYTES;

/** What a delivery says, in a few words: "RAISED, HIGH", "same bytes", "not understood". */
export function describeLine(line: LogLine): string {
  if (line.test) return "a test, sent from here";
  if (line.outcome === "rejected") return isTooLarge(line.bytes) ? "too large" : "signature missing or wrong";
  if (line.outcome === "quarantined") return "not understood";
  if (line.event === null) return line.outcome === "duplicate" ? "already kept" : "kept";
  const plain = (word: string) => word.toLowerCase().replaceAll("_", " ");
  const kind = line.severity ?? (line.category && plain(line.category.replace(/^PLANT_|_ALERT$/g, "")));
  const detail = line.event === "CLOSED" ? line.closeReason && plain(line.closeReason) : kind;
  return detail ? `${line.event}, ${detail}` : line.event;
}

/** An id that is too long for a table, shortened in the middle: `01J9ZQ…K4M`. */
export function shortId(id: string): string {
  return id.length <= 14 ? id : `${id.slice(0, 6)}…${id.slice(-3)}`;
}

/** The member of a body that a reason speaks of: the first word that stands in it as a member's name. */
export function memberAtFault(reason: string | null, body: string): string | null {
  const words = reason?.match(/[A-Za-z][A-Za-z0-9]*/g) ?? [];
  return words.find((word) => body.includes(`"${word}"`)) ?? null;
}
