import type { Role } from "@/lib/base/core/access";
import type { AreaLimit } from "@/lib/identity/actor/contract";
import type { ActionResult } from "@/lib/web/http/action-result";

/** What an admin can do about a user. */
export type UserActions = {
  edit: (input: { id: number; name: string; role: Role }) => Promise<ActionResult<void>>;
  setAreas: (input: { id: number; areas: AreaLimit[] | null }) => Promise<ActionResult<void>>;
  setDisabled: (input: { id: number; disabled: boolean }) => Promise<ActionResult<void>>;
  removeSecondFactor: (input: { id: number }) => Promise<ActionResult<void>>;
  /** A link for a new password, or a new invitation. */
  renewLink: (input: { id: number }) => Promise<ActionResult<{ address: string }>>;
  endSessions: (input: { id: number }) => Promise<ActionResult<void>>;
};
