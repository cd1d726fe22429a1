import { z } from "zod";
import { endpoint } from "@/lib/base/request/endpoint";
import { instant } from "@/lib/web/http/query-schemas";
import { boardSchema } from "./boards";

export const reportSchema = z.strictObject({
  version: z.string().min(1).max(100).meta({ description: "The build that the page runs" }),
  width: z.int().min(1).max(20_000).meta({ description: "Of the viewport, in CSS pixels" }),
  height: z.int().min(1).max(20_000),
  pixelRatio: z.number().min(0.1).max(20),
  lastPaintAt: instant.nullable().meta({ description: "When it last painted and could see" }),
  page: z.string().max(200).nullable().meta({ description: "What it shows, in words" }),
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
