/** Boards in words; apart from boards.ts, so that walls do not load them. */

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
