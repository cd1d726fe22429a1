import { readMeasurementSeries } from "@/lib/farm/measurements/contract";
import { measurementSeries } from "@/lib/farm/measurements/service.server";
import { readRoute } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute(readMeasurementSeries, measurementSeries);
