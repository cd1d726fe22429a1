import { listAreas } from "@/lib/farm/areas/contract";
import { listAreasOf } from "@/lib/farm/areas/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listAreas, ({ actor, query }) => listAreasOf(actor, query)),
});
