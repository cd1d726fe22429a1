import { readCoverage } from "@/lib/history/coverage/contract";
import { listCoverage } from "@/lib/history/coverage/service.server";
import { readRoute } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute(readCoverage, listCoverage);
