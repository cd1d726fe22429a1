import { z } from "zod";

/** The kinds of boards. A screen turns through its boards in their order. */
export const BOARD_KINDS = ["alerts", "areas", "area", "now"] as const;

export type BoardKind = (typeof BOARD_KINDS)[number];

/** Maximum number of boards of a screen. */
export const MAX_BOARDS = 8;

const path = z
  .string("has to be the path of a control area, or null")
  .min(1, "is empty")
  .max(1_000, "has more than 1,000 characters");

/**
 * One board. `path`: the control area that it shows with all below; null: the whole tenancy, except for the kind
 * `area`. `order`: by place unless set, because people remember places. `seconds`: how long a page is shown; null:
 * 15, or 30 with a HIGH alert on it.
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
  .max(MAX_BOARDS, `are more than ${MAX_BOARDS}`);

/** The view stored for versions of the program that do not know boards. */
export function viewOfBoards(boards: readonly Board[]): "alerts" | "areas" {
  return boards[0]?.kind === "areas" ? "areas" : "alerts";
}

/** A board of the whole tenancy with the defaults. */
export function plainBoard(kind: Exclude<BoardKind, "area">): Board {
  return { kind, path: null, order: "place", seconds: null };
}

/** The views of a screen that has no boards of its own. */
export const screenViewSchema = z.enum(["alerts", "areas"], "has to be alerts or areas");

/** The boards of a screen that has none of its own. */
export function boardsOfView(view: z.infer<typeof screenViewSchema>): Board[] {
  return [plainBoard(view)];
}

/** A board in the query of a snapshot. */
export type BoardQuery = { kind: BoardKind; path: string | null };

/** Boards as query parameters, unique and sorted, so that screens with the same boards share an answer. */
export function boardParameters(boards: readonly Pick<Board, "kind" | "path">[]): string[] {
  return [...new Set(boards.map(({ kind, path }) => (path === null ? kind : `${kind}:${path}`)))].sort();
}

/** Parses `boardParameters`. @returns null if a board is unknown or lacks its path, or there are too many */
export function parseBoards(parameters: readonly string[]): BoardQuery[] | null {
  const boards = [...new Set(parameters)].sort().map(parseBoard);
  const known = boards.filter((board) => board !== null);
  return known.length === boards.length && known.length <= MAX_BOARDS ? known : null;
}

function parseBoard(parameter: string): BoardQuery | null {
  const cut = parameter.indexOf(":");
  const name = cut < 0 ? parameter : parameter.slice(0, cut);
  const path = cut < 0 ? null : parameter.slice(cut + 1);
  const kind = BOARD_KINDS.find((one) => one === name);
  if (!kind || path === "" || (kind === "area" && path === null)) return null;
  return { kind, path };
}
