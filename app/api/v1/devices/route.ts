import { methods, route } from "@/lib/http/route.server";
import { listDevices } from "@/lib/measurements/contract";
import { devicesOf } from "@/lib/measurements/series-service.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listDevices, ({ actor, query }) => devicesOf(actor, query)),
});
