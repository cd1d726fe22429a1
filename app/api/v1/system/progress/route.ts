import { readProgress } from "@/lib/operations/system/contract";
import { readSystemProgress } from "@/lib/operations/system/service.server";
import { readRoute } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute(readProgress, readSystemProgress);
