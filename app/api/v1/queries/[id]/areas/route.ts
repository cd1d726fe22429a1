import { methods, route } from "@/lib/http/route.server";
import { queryAreas } from "@/lib/queries/contract";
import { readQueryAreas } from "@/lib/queries/rows-service.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(queryAreas, ({ actor, params }) => readQueryAreas(actor, params.id)),
});
