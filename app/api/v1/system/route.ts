import { readSystem } from "@/lib/operations/system/contract";
import { readSystemState } from "@/lib/operations/system/service.server";
import { readRoute } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute(readSystem, readSystemState);
