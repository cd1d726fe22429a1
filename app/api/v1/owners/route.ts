import { listOwners } from "@/lib/alerting/alerts/contract";
import { readOwners } from "@/lib/alerting/alerts/handling.server";
import { readRoute } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute(listOwners, readOwners);
