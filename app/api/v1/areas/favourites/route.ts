import { listFavourites } from "@/lib/farm/areas/contract";
import { favouritesOf } from "@/lib/farm/areas/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listFavourites, ({ actor, query }) => favouritesOf(actor, query)),
});
