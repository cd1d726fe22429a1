import { queryRowWindow } from "@/lib/history/queries/contract";
import { readQueryRowWindow } from "@/lib/history/queries/rows-service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(queryRowWindow, ({ actor, params, query }) => readQueryRowWindow(actor, params.id, query)),
});
