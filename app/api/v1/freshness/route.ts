import { readFreshness } from "@/lib/display/freshness/contract";
import { readFreshnessOf } from "@/lib/display/freshness/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(readFreshness, ({ actor, query }) => readFreshnessOf(actor, query)),
});
