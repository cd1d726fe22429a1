import { areasOverview } from "@/lib/areas/contract";
import { overviewOf } from "@/lib/areas/service.server";
import { methods, route } from "@/lib/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(areasOverview, ({ actor, query }) => overviewOf(actor, query)),
});
