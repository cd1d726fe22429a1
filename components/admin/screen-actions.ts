import type { ActionResult } from "@/lib/http/action-result";
import type { CommandScreen, EditScreen } from "@/lib/screens/contract";

/** What an admin can do about a screen. */
export type ScreenActions = {
  edit: (input: EditScreen) => Promise<ActionResult<void>>;
  command: (input: CommandScreen) => Promise<ActionResult<void>>;
  revoke: (input: { id: number }) => Promise<ActionResult<void>>;
};
