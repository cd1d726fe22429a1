import { readSync } from "@/lib/history/sync/contract";
import { readSyncOfTenancy } from "@/lib/operations/connecting/health.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(readSync, ({ actor, query }) => readSyncOfTenancy(actor, query)),
});
