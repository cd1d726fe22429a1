import { queryAreas } from "@/lib/history/queries/contract";
import { readQueryAreas } from "@/lib/history/queries/rows-service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(queryAreas, ({ actor, params }) => readQueryAreas(actor, params.id)),
});
