import { listAreas } from "@/lib/farm/areas/contract";
import { listAreasOf } from "@/lib/farm/areas/service.server";
import { readRoute } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute(listAreas, listAreasOf);
