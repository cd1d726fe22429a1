import { readFreshness } from "@/lib/freshness/contract";
import { readFreshnessOf } from "@/lib/freshness/service.server";
import { route } from "@/lib/http/route.server";

export const GET = route(readFreshness, ({ actor, query }) => readFreshnessOf(actor, query));
