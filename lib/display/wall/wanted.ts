import { BOARD_KINDS, type Board, type BoardKind } from "@/lib/display/screens/boards";

/** What a snapshot has to hold: a board without what only the screen needs to know. */
export type Wanted = { kind: BoardKind; path: string | null };

const MOST = 8;

/** The boards as the query of a snapshot names them, each once, in one order, so that alike screens share an answer. */
export function boardParameters(boards: readonly Pick<Board, "kind" | "path">[]): string[] {
  return [...new Set(boards.map(({ kind, path }) => (path === null ? kind : `${kind}:${path}`)))].sort();
}

/** @returns null where one is not known, lacks its path, or they are too many */
export function parseBoards(parameters: readonly string[]): Wanted[] | null {
  const boards = [...new Set(parameters)].sort().map(parseBoard);
  const known = boards.filter((board) => board !== null);
  return known.length === boards.length && known.length <= MOST ? known : null;
}

function parseBoard(parameter: string): Wanted | null {
  const cut = parameter.indexOf(":");
  const name = cut < 0 ? parameter : parameter.slice(0, cut);
  const path = cut < 0 ? null : parameter.slice(cut + 1);
  const kind = BOARD_KINDS.find((one) => one === name);
  if (!kind || path === "" || (kind === "area" && path === null)) return null;
  return { kind, path };
}
