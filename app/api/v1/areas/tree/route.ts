import { areasTree } from "@/lib/farm/areas/contract";
import { areasTreeOf } from "@/lib/farm/areas/service.server";
import { readRoute } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute(areasTree, areasTreeOf);
