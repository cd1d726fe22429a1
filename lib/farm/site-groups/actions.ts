"use server";

import { action } from "@/lib/web/http/action.server";
import { deleteSiteGroupSchema, saveSiteGroupSchema } from "./contract";
import * as groups from "./service.server";

/** Saves a group of sites of the person: `{from, name, tenantIds}`; `from` null: a new one. */
export const saveSiteGroup = action({ access: "viewer", input: saveSiteGroupSchema }, ({ actor, input }) =>
  groups.saveSiteGroup(actor, input),
);

/** Deletes a group of sites of the person: `{name}`. */
export const deleteSiteGroup = action(
  { access: "viewer", input: deleteSiteGroupSchema },
  ({ actor, input }) => groups.deleteSiteGroup(actor, input),
);
