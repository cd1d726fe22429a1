import { readFreshness } from "@/lib/display/freshness/contract";
import { readFreshnessOf } from "@/lib/display/freshness/service.server";
import { readRoute } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute(readFreshness, readFreshnessOf);
