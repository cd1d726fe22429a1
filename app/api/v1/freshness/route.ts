import { readFreshness } from "@/lib/display/freshness/contract";
import { getFreshness } from "@/lib/display/freshness/service.server";
import { readRoute } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute(readFreshness, getFreshness);
