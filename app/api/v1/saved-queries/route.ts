import { listSavedQueries } from "@/lib/history/queries/contract";
import { readSavedQueries } from "@/lib/history/queries/saved-service.server";
import { readRoute } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute(listSavedQueries, readSavedQueries);
