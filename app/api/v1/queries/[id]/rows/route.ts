import { methods, route } from "@/lib/http/route.server";
import { queryRows } from "@/lib/queries/contract";
import { readQueryRows } from "@/lib/queries/rows-service.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(queryRows, ({ actor, params, query }) => readQueryRows(actor, params.id, query)),
});
