import { route } from "@/lib/http/route.server";
import { readSync } from "@/lib/sync/contract";
import { readSyncOfTenancy } from "@/lib/tenancies/refetch.server";

export const GET = route(readSync, ({ actor, query }) => readSyncOfTenancy(actor, query));
