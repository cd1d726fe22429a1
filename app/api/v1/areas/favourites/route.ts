import { listFavourites } from "@/lib/areas/contract";
import { favouritesOf } from "@/lib/areas/favourites-service.server";
import { route } from "@/lib/http/route.server";

export const GET = route(listFavourites, ({ actor, query }) => favouritesOf(actor, query));
