import { route } from "@/lib/http/route.server";
import { readMeasurementSeries } from "@/lib/measurements/contract";
import { measurementSeriesOf } from "@/lib/measurements/series-service.server";

export const GET = route(readMeasurementSeries, ({ actor, query }) => measurementSeriesOf(actor, query));
