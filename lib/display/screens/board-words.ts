/** Boards and shown pages in words; apart from boards.ts, so that walls do not load them. */

import { displayPath } from "@/lib/base/core/paths";
import type { MessageKey, PlainKey } from "@/lib/base/words/messages";
import type { Words } from "@/lib/base/words/words";
import type { Board, BoardKind } from "./boards";

export const BOARD_WORDS = {
  alerts: "admin.screens.board.alerts",
  areas: "admin.screens.board.areas",
  area: "admin.screens.board.area",
  now: "admin.screens.board.now",
} as const satisfies Record<BoardKind, PlainKey>;

const WITH_AREA = {
  alerts: "admin.screens.board.alertsOf",
  areas: "admin.screens.board.areasOf",
  area: "admin.screens.board.areaOf",
  now: "admin.screens.board.nowOf",
} as const satisfies Record<BoardKind, MessageKey>;

/** One board in words: `Areas of Westland › Glasshouse 2, worst first, 20 s per page`. */
export function boardWords({ t }: Words, { kind, path, order, seconds }: Board): string {
  return [
    path === null ? t(BOARD_WORDS[kind]) : t(WITH_AREA[kind], { area: displayPath(path) }),
    kind === "areas" && order === "worst" && t("admin.screens.board.worstFirst"),
    seconds !== null && t("admin.screens.board.pace", { seconds }),
  ]
    .filter(Boolean)
    .join(", ");
}

const PAGES = {
  area: "admin.screens.page.area",
  now: "admin.screens.page.now",
  blind: "admin.screens.page.blind",
} as const satisfies Record<string, PlainKey>;

const NUMBERED_PAGES = {
  alerts: "admin.screens.page.alerts",
  areas: "admin.screens.page.areas",
  takeover: "admin.screens.page.takeover",
} as const satisfies Record<string, MessageKey>;

/**
 * What a screen shows, as it reported it: `areas 2/3` is `Areas 2 of 3`. Screens of earlier versions reported words, which
 * stay as they are.
 */
export function shownPageWords({ t }: Words, page: string): string {
  const [, kind = "", number, of] = /^(\w+)(?: (\d+)\/(\d+))?$/.exec(page) ?? [];
  if (number === undefined) return Object.hasOwn(PAGES, kind) ? t(PAGES[kind as keyof typeof PAGES]) : page;
  return Object.hasOwn(NUMBERED_PAGES, kind)
    ? t(NUMBERED_PAGES[kind as keyof typeof NUMBERED_PAGES], { number: Number(number), of: Number(of) })
    : page;
}
