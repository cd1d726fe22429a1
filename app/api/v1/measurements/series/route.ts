import { readMeasurementSeries } from "@/lib/farm/measurements/contract";
import { measurementSeries } from "@/lib/farm/measurements/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(readMeasurementSeries, ({ actor, query }) => measurementSeries(actor, query)),
});
