import { partsInTurns } from "@/lib/http/actor-turns.server";
import { csvResponse } from "@/lib/http/csv-response.server";
import { methods, route } from "@/lib/http/route.server";
import { exportMeasurements } from "@/lib/measurements/contract";
import { exportMeasurementsOf } from "@/lib/measurements/service.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(exportMeasurements, async ({ actor, query, request }) =>
    csvResponse(
      "measurements.csv",
      partsInTurns(actor, request.signal, await exportMeasurementsOf(actor, query)),
      request.signal,
    ),
  ),
});
