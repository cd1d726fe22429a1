import { readHandover } from "@/lib/alerting/handover/contract";
import { buildHandover } from "@/lib/alerting/handover/service.server";
import { readRoute } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute(readHandover, buildHandover);
