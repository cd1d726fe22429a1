import { methods, route } from "@/lib/http/route.server";
import { listSavedQueries } from "@/lib/queries/saved-contract";
import { listSavedQueriesOf } from "@/lib/queries/saved-service.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listSavedQueries, ({ actor, query }) => listSavedQueriesOf(actor, query)),
});
