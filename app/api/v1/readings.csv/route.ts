import { partsInTurns } from "@/lib/http/actor-turns.server";
import { csvResponse } from "@/lib/http/csv-response.server";
import { methods, route } from "@/lib/http/route.server";
import { exportReadings } from "@/lib/series/contract";
import { exportReadingsOf } from "@/lib/series/export-service.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(exportReadings, async ({ actor, query, request }) =>
    csvResponse(
      "readings.csv",
      partsInTurns(actor, request.signal, await exportReadingsOf(actor, query)),
      request.signal,
    ),
  ),
});
