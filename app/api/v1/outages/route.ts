import { listOutages } from "@/lib/alerting/outages/contract";
import { readOutages } from "@/lib/alerting/outages/service.server";
import { readRoute } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute(listOutages, readOutages);
