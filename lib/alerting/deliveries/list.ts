import { z } from "zod";
import { MAX_BODY_BYTES, type ReplayCounts } from "@/lib/alerting/webhooks/contract";
import type { MessageKey, PlainKey } from "@/lib/base/words/messages";
import type { Words } from "@/lib/base/words/words";
import { type Delivery, type DeliveryDetail, OUTCOMES } from "./contract";

/** The list of deliveries on the admin page: its filters, lines and words. */

/** The periods of the list, in hours; null is all that is kept. */
export const PERIODS = { day: 24, week: 168, all: null } as const;
export type Period = keyof typeof PERIODS;

/** A delivery's number in the database. */
export const deliveryId = z.string().regex(/^\d{1,18}$/);

const periodSchema = z.enum(["day", "week", "all"]);
const instant = z.iso.datetime();
const text = z.string().trim().min(1).max(200);

/** The filters besides the outcome. */
export const narrowingSchema = z.object({
  /** A tenantId. */
  tenant: z.string().optional(),
  period: periodSchema,
  /** Both or neither; they replace the period. */
  from: instant.optional(),
  to: instant.optional(),
  /** Part of an id, a reason, a User-Agent or a sender's address. */
  text: text.optional(),
});
export type Narrowing = z.output<typeof narrowingSchema>;

/** The outcomes of the list. Deliveries that were set aside and our own tests are apart from the others. */
export const LIST_OUTCOMES = [...OUTCOMES, "set-aside", "test"] as const;
export type ListOutcome = (typeof LIST_OUTCOMES)[number];

const ignoreInvalid = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);

/** The filters of the list in its address. Invalid ones are ignored. */
export const listFilterSchema = z.object({
  outcome: ignoreInvalid(z.enum(LIST_OUTCOMES)),
  tenant: ignoreInvalid(z.string()),
  period: periodSchema.catch("day"),
  from: ignoreInvalid(instant),
  to: ignoreInvalid(instant),
  text: ignoreInvalid(text),
  /** Only older deliveries. */
  before: ignoreInvalid(deliveryId),
  /** The delivery in the panel. */
  id: ignoreInvalid(deliveryId),
});
export type ListFilter = z.output<typeof listFilterSchema>;

/** The outcomes of deliveries that can be replayed. */
export const REPLAYABLE = ["quarantined", "rejected"] as const;
export type Replayable = (typeof REPLAYABLE)[number];

export const isReplayable = (outcome: string): outcome is Replayable =>
  REPLAYABLE.some((one) => one === outcome);

/** Selects all deliveries of an outcome in the list for replay. */
export const replayFilterSchema = z.strictObject({
  ...narrowingSchema.shape,
  outcome: z.enum(REPLAYABLE),
});
export type ReplayFilter = z.output<typeof replayFilterSchema>;

export const chosenSchema = z.strictObject({ ids: z.array(deliveryId).min(1).max(500) });

/** Quarantined deliveries to set aside: those named, or all in the list. */
export const setAsideSchema = z.strictObject({
  which: z.union([chosenSchema, z.strictObject({ filter: z.strictObject(narrowingSchema.shape) })]),
  reason: z.string().trim().min(1, "is missing").max(500, "has more than 500 characters"),
});
export type SetAsideInput = z.input<typeof setAsideSchema>;

/** The number of deliveries set aside, and the time (RFC 3339, UTC), which identifies them for undo. */
export type SetAside = { count: number; at: string };

/** The result of one step; `after` is where the next one begins, null at the end. */
export type ReplayStep = { replayed: ReplayCounts; after: string | null };

/** The result of a replay in words: "3 accepted, 1 already stored, 2 in quarantine". */
export function replayResult(
  { t }: Words,
  { accepted, duplicate, quarantined, refused }: ReplayCounts,
): string {
  const parts = [
    accepted > 0 && t("admin.deliveries.replayed.accepted", { count: accepted }),
    duplicate > 0 && t("admin.deliveries.replayed.duplicate", { count: duplicate }),
    quarantined > 0 && t("admin.deliveries.replayed.quarantined", { count: quarantined }),
    refused > 0 && t("admin.deliveries.replayed.refused", { count: refused }),
  ].filter((part) => part !== false);
  return parts.length === 0 ? t("admin.deliveries.replayed.nothing") : parts.join(", ");
}

/** A delivery in the list, with the facts of its notification if it was understood. */
export type DeliveryLine = Pick<
  DeliveryDetail,
  | "id"
  | "receivedAt"
  | "outcome"
  | "reason"
  | "notificationId"
  | "alertId"
  | "bytes"
  | "answeredInMs"
  | "test"
> & {
  tenancyName: string | null;
  event: string | null;
  severity: string | null;
  category: string | null;
  closeReason: string | null;
  /** Why it was set aside, if it is. */
  setAsideReason: string | null;
};

/** Numbers of deliveries by outcome; our own tests count only as tests. */
export type Counts = Record<ListOutcome, number>;

/** The size of a list in words, with the number of tests in it: no other count includes them. */
export function totalWords({ t }: Words, counts: Counts, outcome?: ListOutcome): string {
  const count = outcome ? counts[outcome] : Object.values(counts).reduce((sum, one) => sum + one, 0);
  if (outcome || counts.test === 0) return t("admin.deliveries.total", { count });
  return t("admin.deliveries.totalWithTests", { count, tests: counts.test });
}

/** Numbers of deliveries by outcome in an hour or a site day that begins at `at` (RFC 3339). */
export type RateBar = { at: string } & Record<(typeof OUTCOMES)[number], number>;

/** Deliveries by hour or day, oldest first, empty ones included; `zone` is an IANA name. */
export type Rates = { each: "hour" | "day"; zone: string; bars: RateBar[] };

/** The secret that signed a delivery: `secret` is its position among the tenancy's `secrets`. */
export type Signer = { tenancyName: string; secret: number; secrets: number; retired: boolean } | null;

/** Returns true for the size of a request that is rejected unread (docs/spec/http-contract.md "Notifications"). */
export const isTooLarge = (bytes: number) => bytes > MAX_BODY_BYTES;

/** A delivery in a few words: "RAISED, HIGH", "already stored", "not understood". */
export function describeLine({ t }: Words, line: DeliveryLine): string {
  if (line.test) return t("admin.deliveries.line.test");
  if (line.outcome === "rejected")
    return t(isTooLarge(line.bytes) ? "admin.deliveries.line.tooLarge" : "admin.deliveries.line.noSignature");
  if (line.outcome === "quarantined") return t("admin.deliveries.line.notUnderstood");
  if (line.event === null)
    return t(
      line.outcome === "duplicate" ? "admin.deliveries.line.duplicate" : "admin.deliveries.line.stored",
    );
  const plain = (word: string) => word.toLowerCase().replaceAll("_", " ");
  const kind = line.severity ?? (line.category && plain(line.category.replace(/^PLANT_|_ALERT$/g, "")));
  const detail = line.event === "CLOSED" ? line.closeReason && plain(line.closeReason) : kind;
  return detail ? t("admin.deliveries.line.event", { event: line.event, detail }) : line.event;
}

const SIGNED_WORDS = {
  accepted: { title: "admin.deliveries.panel.signedAccepted", text: "admin.deliveries.panel.acceptedText" },
  duplicate: {
    title: "admin.deliveries.panel.signedDuplicate",
    text: "admin.deliveries.panel.duplicateText",
  },
  quarantined: {
    title: "admin.deliveries.panel.signedQuarantined",
    text: "admin.deliveries.panel.quarantinedText",
  },
  spooled: { title: "admin.deliveries.panel.signedSpooled", text: "admin.deliveries.panel.spooledText" },
} as const satisfies Record<Exclude<Delivery["outcome"], "rejected">, { title: MessageKey; text: PlainKey }>;

/** What became of a signed delivery, and a sentence or two about it. */
export function signedWords(
  { t }: Words,
  {
    outcome,
    answered,
    signer,
  }: {
    outcome: Exclude<Delivery["outcome"], "rejected">;
    answered: Delivery["answered"];
    signer: Signer;
  },
): { title: string; text: string } {
  const { title, text } = SIGNED_WORDS[outcome];
  // The same request reaches the spool if the app stores it and ends before it can answer.
  const isStoredAndSpooled = outcome === "duplicate" && answered === "spooled";
  return {
    title: t(title, { known: signer ? "yes" : "other", site: signer?.tenancyName ?? "" }),
    text: t(isStoredAndSpooled ? "admin.deliveries.panel.storedAndSpooledText" : text),
  };
}

/** Shortens a long id in the middle: `01J9ZQ…K4M`. */
export function shortId(id: string): string {
  return id.length <= 14 ? id : `${id.slice(0, 6)}…${id.slice(-3)}`;
}

/** Finds the member that a reason names: its first word that is a member's name in the body. */
export function memberAtFault(reason: string | null, body: string): string | null {
  const words = reason?.match(/[A-Za-z][A-Za-z0-9]*/g) ?? [];
  return words.find((word) => body.includes(`"${word}"`)) ?? null;
}
