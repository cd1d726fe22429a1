"use server";

import type { z } from "zod";
import { action } from "@/lib/http/action.server";
import {
  createUser,
  editUser,
  editUserSchema,
  endSessions,
  newUserSchema,
  resetPassword,
  setUserAreas,
  setUserDisabled,
  userAreasSchema,
  userDisabledSchema,
  userPasswordSchema,
  userSchema,
} from "@/lib/users/service.server";

/** Makes a user with a first password. */
export async function createUserAction(input: z.input<typeof newUserSchema>) {
  return action({ access: "admin", input: newUserSchema }, (call) => createUser(call.actor, call.input))(
    input,
  );
}

/** Changes a user's name and role. */
export async function editUserAction(input: z.input<typeof editUserSchema>) {
  return action({ access: "admin", input: editUserSchema }, (call) => editUser(call.actor, call.input))(
    input,
  );
}

/** Limits a user to some control areas, or to none. */
export async function setUserAreasAction(input: z.input<typeof userAreasSchema>) {
  return action({ access: "admin", input: userAreasSchema }, (call) => setUserAreas(call.actor, call.input))(
    input,
  );
}

/** Disables or enables a user. */
export async function setUserDisabledAction(input: z.input<typeof userDisabledSchema>) {
  return action({ access: "admin", input: userDisabledSchema }, (call) =>
    setUserDisabled(call.actor, call.input),
  )(input);
}

/** Gives a user a new password. */
export async function resetPasswordAction(input: z.input<typeof userPasswordSchema>) {
  return action({ access: "admin", input: userPasswordSchema }, (call) =>
    resetPassword(call.actor, call.input),
  )(input);
}

/** Ends all sessions of a user. */
export async function endSessionsAction(input: z.input<typeof userSchema>) {
  return action({ access: "admin", input: userSchema }, (call) => endSessions(call.actor, call.input))(input);
}
