import { readSync } from "@/lib/history/sync/contract";
import { readSyncOfTenancy } from "@/lib/operations/connecting/health.server";
import { readRoute } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute(readSync, readSyncOfTenancy);
