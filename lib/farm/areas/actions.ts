"use server";

import { action } from "@/lib/web/http/action.server";
import { favouriteSchema } from "./contract";
import * as favourites from "./service.server";

/** Makes an area a favourite of the person, or no longer one. */
export const setFavourite = action({ access: "viewer", input: favouriteSchema }, ({ actor, input }) =>
  favourites.setFavourite(actor, input),
);
