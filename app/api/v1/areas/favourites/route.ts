import { listFavourites } from "@/lib/areas/contract";
import { favouritesOf } from "@/lib/areas/favourites-service.server";
import { methods, route } from "@/lib/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listFavourites, ({ actor, query }) => favouritesOf(actor, query)),
});
