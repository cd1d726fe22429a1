import { listAreas } from "@/lib/areas/contract";
import { listAreasOf } from "@/lib/areas/service.server";
import { methods, route } from "@/lib/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listAreas, ({ actor, query }) => listAreasOf(actor, query)),
});
