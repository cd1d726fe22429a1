import { z } from "zod";
import { OUTCOMES } from "./contract";

/** The periods that the log can be narrowed to, in hours; null is everything that is kept. */
export const PERIODS = { day: 24, week: 168, all: null } as const;
export type Period = keyof typeof PERIODS;

/** The filters of the log as they stand in its address. What cannot be read counts as not given. */
export const logFilterSchema = z.object({
  outcome: z.enum(OUTCOMES).optional().catch(undefined),
  tenant: z.string().optional().catch(undefined),
  period: z.enum(["day", "week", "all"]).catch("day"),
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
};

export type Counts = Record<(typeof OUTCOMES)[number], number>;

/** What the signature of a delivery was. */
export type Signer = { tenancyName: string; secret: number; secrets: number; retired: boolean } | null;

/** What a delivery says, in a few words: "RAISED, HIGH", "same bytes", "not understood". */
export function whatOf(line: LogLine): string {
  if (line.outcome === "rejected") return "signature missing or wrong";
  if (line.outcome === "quarantined") return "not understood";
  if (line.outcome === "spooled") return "waits in the spool";
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
