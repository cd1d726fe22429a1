import { queryRejects } from "@/lib/history/queries/contract";
import { readQueryRejects } from "@/lib/history/queries/rows-service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(queryRejects, ({ actor, params }) => readQueryRejects(actor, params.id)),
});
