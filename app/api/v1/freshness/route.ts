import { readFreshness } from "@/lib/freshness/contract";
import { readFreshnessOf } from "@/lib/freshness/service.server";
import { methods, route } from "@/lib/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(readFreshness, ({ actor, query }) => readFreshnessOf(actor, query)),
});
