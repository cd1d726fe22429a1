import { csvResponse } from "@/lib/http/csv-response.server";
import { route } from "@/lib/http/route.server";
import { exportMeasurements } from "@/lib/measurements/contract";
import { exportMeasurementsOf } from "@/lib/measurements/service.server";

export const GET = route(exportMeasurements, async ({ actor, query, request }) =>
  csvResponse("measurements.csv", await exportMeasurementsOf(actor, query), request.signal),
);
