"use server";

import type { z } from "zod";
import { invitationSchema } from "@/lib/identity/users/contract";
import { inviteUser, renewLink } from "@/lib/identity/users/links.server";
import { removeSecondFactor } from "@/lib/identity/users/second-factor.server";
import {
  editUser,
  editUserSchema,
  endSessions,
  setUserAreas,
  setUserDisabled,
  userAreasSchema,
  userDisabledSchema,
  userSchema,
} from "@/lib/identity/users/service.server";
import { action } from "@/lib/web/http/action.server";

/** Invites somebody; answers the link to pass on. */
export async function inviteUserAction(input: z.input<typeof invitationSchema>) {
  return action({ access: "admin", input: invitationSchema }, (call) => inviteUser(call.actor, call.input))(
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

/** Makes a link for a new password, or a new invitation; answers the link to pass on. */
export async function renewLinkAction(input: z.input<typeof userSchema>) {
  return action({ access: "admin", input: userSchema }, (call) => renewLink(call.actor, call.input))(input);
}

/** Ends all sessions of a user. */
export async function endSessionsAction(input: z.input<typeof userSchema>) {
  return action({ access: "admin", input: userSchema }, (call) => endSessions(call.actor, call.input))(input);
}

/** Asks a user for no code at the sign-in any more. */
export async function removeSecondFactorAction(input: z.input<typeof userSchema>) {
  return action({ access: "admin", input: userSchema }, (call) => removeSecondFactor(call.actor, call.input))(
    input,
  );
}
