import { readAreaCoverage } from "@/lib/history/coverage/contract";
import { listIndexCoverage } from "@/lib/history/coverage/service.server";
import { readRoute } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute(readAreaCoverage, listIndexCoverage);
