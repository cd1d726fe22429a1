import { z } from "zod";

/** What one board of a screen shows; a screen turns through its boards in their order. */
export const BOARD_KINDS = ["alerts", "areas", "area", "now"] as const;
export type BoardKind = (typeof BOARD_KINDS)[number];

export const BOARD_NAMES: Record<BoardKind, string> = {
  alerts: "Alerts",
  areas: "Areas",
  area: "Area focus",
  now: "Now",
};

const path = z
  .string("has to be the path of a control area, or null")
  .min(1, "is empty")
  .max(1_000, "has more than 1,000 characters");

/**
 * One board. `path`: the control area (hash-delimited) that it shows, with what lies beneath; null is the whole
 * tenancy, which a focus cannot show. `order`: place is memory, so by place unless asked for. `seconds`: how long one
 * page stays, null for the design's own (15, or 30 with a HIGH on it).
 */
export const boardSchema = z
  .strictObject({
    kind: z.enum(BOARD_KINDS, "has to be alerts, areas, area or now"),
    path: path.nullable().default(null),
    order: z.enum(["place", "worst"], "has to be place or worst").default("place"),
    seconds: z
      .int("has to be a whole number from 5 to 600")
      .min(5, "is under 5")
      .max(600, "is over 600")
      .nullable()
      .default(null),
  })
  .refine(({ kind, path }) => kind !== "area" || path !== null, { path: ["path"], message: "is missing" });
export type Board = z.output<typeof boardSchema>;

/** The boards of a screen: 1 to 8. */
export const boardsSchema = z
  .array(boardSchema, "has to be a list")
  .min(1, "has none")
  .max(8, "are more than 8");

/** What a reader of screens that know no boards shows in their place. */
export function viewOfBoards(boards: readonly Board[]): "alerts" | "areas" {
  return boards[0]?.kind === "areas" ? "areas" : "alerts";
}

/** What a screen knows of itself. `timeZone`: IANA name, the site's. */
export type ScreenConfig = {
  id: number;
  name: string;
  place: string | null;
  tenancyId: string;
  tenancyName: string;
  timeZone: string;
  boards: Board[];
  sound: boolean;
};
