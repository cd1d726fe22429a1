import { areasOverview } from "@/lib/farm/areas/contract";
import { overviewOf } from "@/lib/farm/areas/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(areasOverview, ({ actor, query }) => overviewOf(actor, query)),
});
