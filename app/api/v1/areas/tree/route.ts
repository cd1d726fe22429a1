import { areasTree } from "@/lib/areas/contract";
import { areasTreeOf } from "@/lib/areas/service.server";
import { methods, route } from "@/lib/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(areasTree, ({ actor, query }) => areasTreeOf(actor, query)),
});
