import { listSavedQueries } from "@/lib/history/queries/saved-contract";
import { readSavedQueries } from "@/lib/history/queries/saved-service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listSavedQueries, ({ actor, query }) => readSavedQueries(actor, query)),
});
