import { methods, route } from "@/lib/http/route.server";
import { queryRowHours } from "@/lib/queries/contract";
import { readQueryRowHours } from "@/lib/queries/rows-service.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(queryRowHours, ({ actor, params, query }) => readQueryRowHours(actor, params.id, query)),
});
