import { methods, route } from "@/lib/http/route.server";
import { queryRowWindow } from "@/lib/queries/contract";
import { readQueryRowWindow } from "@/lib/queries/rows-service.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(queryRowWindow, ({ actor, params, query }) => readQueryRowWindow(actor, params.id, query)),
});
