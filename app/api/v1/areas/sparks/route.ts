import { areaSparks } from "@/lib/areas/contract";
import { sparksOf } from "@/lib/areas/service.server";
import { methods, route } from "@/lib/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(areaSparks, ({ actor, query }) => sparksOf(actor, query)),
});
