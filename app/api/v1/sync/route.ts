import { methods, route } from "@/lib/http/route.server";
import { readSync } from "@/lib/sync/contract";
import { readSyncOfTenancy } from "@/lib/tenancies/refetch.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(readSync, ({ actor, query }) => readSyncOfTenancy(actor, query)),
});
