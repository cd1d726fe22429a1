import { areaSparks } from "@/lib/farm/areas/contract";
import { sparksOf } from "@/lib/farm/areas/service.server";
import { readRoute } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute(areaSparks, sparksOf);
