import { methods, route } from "@/lib/http/route.server";
import { listMeasurements } from "@/lib/measurements/contract";
import { listMeasurementsPage } from "@/lib/measurements/service.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listMeasurements, ({ actor, query }) => listMeasurementsPage(actor, query)),
});
