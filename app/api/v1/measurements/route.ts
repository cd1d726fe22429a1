import { listMeasurements } from "@/lib/farm/measurements/contract";
import { listMeasurementsPage } from "@/lib/farm/measurements/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listMeasurements, ({ actor, query }) => listMeasurementsPage(actor, query)),
});
