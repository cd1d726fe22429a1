import { areasTree } from "@/lib/farm/areas/contract";
import { areasTreeOf } from "@/lib/farm/areas/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(areasTree, ({ actor, query }) => areasTreeOf(actor, query)),
});
