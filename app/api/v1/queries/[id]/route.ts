import { readQuery } from "@/lib/history/queries/contract";
import { readOneQuery } from "@/lib/history/queries/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(readQuery, ({ actor, params }) => readOneQuery(actor, params.id)),
});
