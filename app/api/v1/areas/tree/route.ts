import { areasTree } from "@/lib/areas/contract";
import { areasTreeOf } from "@/lib/areas/service.server";
import { route } from "@/lib/http/route.server";

export const GET = route(areasTree, ({ actor, query }) => areasTreeOf(actor, query));
