"use server";

import { favouriteSchema } from "@/lib/farm/areas/contract";
import * as favourites from "@/lib/farm/areas/favourites-service.server";
import { action } from "@/lib/web/http/action.server";

/** Makes an area a favourite of the person, or no longer one. */
export const setFavourite = action({ access: "viewer", input: favouriteSchema }, ({ actor, input }) =>
  favourites.setFavourite(actor, input),
);
