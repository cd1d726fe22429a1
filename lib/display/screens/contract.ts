import { z } from "zod";
import type { QrFacts } from "@/lib/base/core/qr";
import { endpoint } from "@/lib/base/request/endpoint";
import { instant } from "@/lib/web/http/query-schemas";
import { type Board, boardSchema, boardsSchema } from "./boards";
import type { Gap } from "./contact";

const line = z.string("has to be text").trim().max(100, "has more than 100 characters");

/** The settings of a screen, validated by the same rules in the provisioning file and on the pages. */
export const screenMembers = {
  name: line.min(1, "is missing"),
  place: line.nullable().transform((text) => text || null),
  tenantId: z.string().min(1, "is missing"),
  boards: boardsSchema,
  sound: z.boolean("has to be true or false"),
};

export const newScreenSchema = z.strictObject(screenMembers);

export type NewScreen = z.input<typeof newScreenSchema>;

export const editScreenSchema = z.strictObject({ ...screenMembers, id: z.int() });

/** `code`: the code of the waiting screen, as typed. */
export const pairScreenSchema = z.strictObject({ ...screenMembers, code: z.string().max(50) });

export const commandScreenSchema = z.strictObject({ id: z.int(), command: z.enum(["reload", "identify"]) });

/** A screen as the admin page lists it, without its token. Times are RFC 3339. */
export type ScreenLine = {
  id: number;
  name: string;
  place: string | null;
  boards: Board[];
  sound: boolean;
  /** The first tenancy if the screen names none; null while there is no tenancy. */
  tenantId: string | null;
  tenancyName: string | null;
  createdAt: string;
  createdBy: string;
  lastSeenAt: string | null;
  revokedAt: string | null;
  /** True if the provisioning file sets the screen, so that it cannot be changed here. */
  provisioned: boolean;
  reportedAt: string | null;
  lastPaintAt: string | null;
  version: string | null;
  /** In CSS pixels; `pixelRatio`: device pixels per CSS pixel. */
  size: { width: number; height: number; pixelRatio: number } | null;
  /** What it shows: `shownPageWords` says it. */
  page: string | null;
  gaps: Gap[];
};

/** The answer to a browser that requests a pairing code. */
export type Waiting =
  | {
      state: "waiting";
      code: string;
      qr: QrFacts;
      /** The address of the page on which to enter the code. */
      address: string;
      /** Seconds until the code expires; no instant, since the clock of a screen may be wrong. */
      goodFor: number;
    }
  /** The browser is a screen already, or was one until somebody revoked it. */
  | { state: "paired" | "revoked" };

/** `expired`: the code is no longer valid; `unknown`: the browser did not keep its cookie. */
export type PairingState = "waiting" | "expired" | "paired" | "revoked" | "unknown";

export const reportSchema = z.strictObject({
  version: z.string().min(1).max(100).meta({ description: "The build that the page runs" }),
  width: z.int().min(1).max(20_000).meta({ description: "Of the viewport, in CSS pixels" }),
  height: z.int().min(1).max(20_000),
  pixelRatio: z.number().min(0.1).max(20),
  lastPaintAt: instant.nullable().meta({ description: "When it last painted and could see" }),
  page: z
    .string()
    .max(200)
    .nullable()
    .meta({ description: "What it shows: blind, now, area, alerts 1/2, areas 2/3 or takeover 1/2" }),
  withoutContact: z
    .int()
    .min(0)
    .max(100_000_000)
    .meta({ description: "Seconds for which it ran without an answer, since its last report" }),
});

export type Report = z.output<typeof reportSchema>;

const screenConfigSchema = z.object({
  id: z.int(),
  name: z.string(),
  place: z.string().nullable(),
  tenancyId: z.string(),
  tenancyName: z.string(),
  timeZone: z.string(),
  boards: z.array(boardSchema),
  sound: z.boolean(),
});

/** The settings sent to a screen. `timeZone`: IANA name of the site's time zone. */
export type ScreenConfig = z.output<typeof screenConfigSchema>;

export const reportScreen = endpoint({
  method: "POST",
  path: "/api/v1/wall/report",
  summary: "What a screen tells of itself, every 30 s; answers what it should show. For screens alone",
  access: "screen",
  body: reportSchema,
  problems: ["too-many-requests"],
  answer: z.object({
    serverTime: instant,
    version: z.string().meta({ description: "The build that the server runs" }),
    screen: screenConfigSchema,
  }),
});
