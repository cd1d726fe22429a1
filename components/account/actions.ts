import type { NewSecondFactor } from "@/lib/identity/users/contract";
import type { ActionResult } from "@/lib/web/http/action-result";

/** What a person can do about their own account. */
export type AccountActions = {
  rename: (input: { name: string }) => Promise<ActionResult<void>>;
  newPassword: (input: { current: string; password: string }) => Promise<ActionResult<void>>;
  beginCodes: (input: { current: string }) => Promise<ActionResult<NewSecondFactor>>;
  confirmCodes: (input: { code: string }) => Promise<ActionResult<{ codes: string[] }>>;
  endCodes: (input: { current: string }) => Promise<ActionResult<void>>;
  endSession: (input: { id: string }) => Promise<ActionResult<void>>;
  endOthers: (input: Record<string, never>) => Promise<ActionResult<void>>;
};
