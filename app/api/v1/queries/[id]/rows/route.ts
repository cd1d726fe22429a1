import { queryRows } from "@/lib/history/queries/contract";
import { readQueryRows } from "@/lib/history/queries/rows-service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(queryRows, ({ actor, params, query }) => readQueryRows(actor, params.id, query)),
});
