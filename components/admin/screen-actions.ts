import type { CommandScreen, EditScreen } from "@/lib/display/screens/contract";
import type { ActionResult } from "@/lib/web/http/action-result";

/** What an admin can do about a screen. */
export type ScreenActions = {
  edit: (input: EditScreen) => Promise<ActionResult<void>>;
  command: (input: CommandScreen) => Promise<ActionResult<void>>;
  revoke: (input: { id: number }) => Promise<ActionResult<void>>;
};
