import { methods, route } from "@/lib/http/route.server";
import { readMeasurementSeries } from "@/lib/measurements/contract";
import { measurementSeriesOf } from "@/lib/measurements/series-service.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(readMeasurementSeries, ({ actor, query }) => measurementSeriesOf(actor, query)),
});
