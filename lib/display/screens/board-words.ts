import { displayPath } from "@/lib/base/core/paths";
import { BOARD_NAMES, type Board, type BoardKind } from "./boards";
import type { ScreenView } from "./contract";

const EMPTY = { path: null, order: "place", seconds: null } as const;

/** A board of the whole tenancy, as the design has it. */
export function plainBoard(kind: Exclude<BoardKind, "area">): Board {
  return { kind, ...EMPTY };
}

/** The boards of a screen that names none: the one that its view says. */
export function boardsOfView(view: ScreenView): Board[] {
  return [plainBoard(view)];
}

/** One board in words: `Areas of Westland › Glasshouse 2, worst first, 20 s a page`. */
export function boardWords({ kind, path, order, seconds }: Board): string {
  const of = path === null ? "" : kind === "area" ? `: ${displayPath(path)}` : ` of ${displayPath(path)}`;
  const worst = kind === "areas" && order === "worst" ? ", worst first" : "";
  const pace = seconds === null ? "" : `, ${seconds}\u00a0s a page`;
  return BOARD_NAMES[kind] + of + worst + pace;
}
