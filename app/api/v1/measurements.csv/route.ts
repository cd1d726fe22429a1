import { exportMeasurements } from "@/lib/farm/measurements/contract";
import { exportMeasurementsOf } from "@/lib/farm/measurements/service.server";
import { partsInTurns } from "@/lib/web/http/actor-turns.server";
import { csvResponse } from "@/lib/web/http/csv-response.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(exportMeasurements, async ({ actor, query, request }) =>
    csvResponse(
      "measurements.csv",
      partsInTurns(actor, request.signal, await exportMeasurementsOf(actor, query)),
      request.signal,
    ),
  ),
});
