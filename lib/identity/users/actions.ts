"use server";

import { action } from "@/lib/web/http/action.server";
import { invitationSchema } from "./contract";
import * as links from "./links.server";
import * as users from "./service.server";

/** Invites somebody; answers the link to pass on. */
export const inviteUser = action({ access: "admin", input: invitationSchema }, ({ actor, input }) =>
  links.inviteUser(actor, input),
);

/** Changes a user's name and role. */
export const editUser = action({ access: "admin", input: users.editUserSchema }, ({ actor, input }) =>
  users.editUser(actor, input),
);

/** Limits a user to some control areas, or lifts the limit. */
export const setUserAreas = action({ access: "admin", input: users.userAreasSchema }, ({ actor, input }) =>
  users.setUserAreas(actor, input),
);

/** Disables or enables a user. */
export const setUserDisabled = action(
  { access: "admin", input: users.userDisabledSchema },
  ({ actor, input }) => users.setUserDisabled(actor, input),
);

/** Makes a link for a new password, or a new invitation; answers the link to pass on. */
export const renewLink = action({ access: "admin", input: users.userSchema }, ({ actor, input }) =>
  links.renewLink(actor, input),
);

/** Ends all sessions of a user. */
export const endSessions = action({ access: "admin", input: users.userSchema }, ({ actor, input }) =>
  users.endSessions(actor, input),
);

/** Turns a user's two-factor sign-in off. */
export const removeSecondFactor = action({ access: "admin", input: users.userSchema }, ({ actor, input }) =>
  users.removeSecondFactor(actor, input),
);

/** Changes the e-mail that a user signs in with. */
export const changeEmail = action({ access: "admin", input: users.userEmailSchema }, ({ actor, input }) =>
  users.changeEmail(actor, input),
);

/** Deletes a user for good. */
export const deleteUser = action({ access: "admin", input: users.userSchema }, ({ actor, input }) =>
  users.deleteUser(actor, input),
);
