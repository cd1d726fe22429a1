import { readNews } from "@/lib/alerting/handover/contract";
import { countNews } from "@/lib/alerting/handover/service.server";
import { readRoute } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute(readNews, countNews);
