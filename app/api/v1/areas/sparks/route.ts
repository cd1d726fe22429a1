import { areaSparks } from "@/lib/farm/areas/contract";
import { sparksOf } from "@/lib/farm/areas/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(areaSparks, ({ actor, query }) => sparksOf(actor, query)),
});
