import { listDevices } from "@/lib/farm/measurements/contract";
import { listSensors } from "@/lib/farm/measurements/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listDevices, ({ actor, query }) => listSensors(actor, query)),
});
