import { methods, route } from "@/lib/http/route.server";
import { queryRejects } from "@/lib/queries/contract";
import { readQueryRejects } from "@/lib/queries/rows-service.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(queryRejects, ({ actor, params }) => readQueryRejects(actor, params.id)),
});
