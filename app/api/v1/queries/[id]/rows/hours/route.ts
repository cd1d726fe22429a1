import { queryRowHours } from "@/lib/history/queries/contract";
import { readQueryRowHours } from "@/lib/history/queries/rows-service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(queryRowHours, ({ actor, params, query }) => readQueryRowHours(actor, params.id, query)),
});
