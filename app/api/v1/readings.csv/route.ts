import { exportReadings } from "@/lib/farm/series/contract";
import { exportReadingsOf } from "@/lib/farm/series/export-service.server";
import { partsInTurns } from "@/lib/web/http/actor-turns.server";
import { csvResponse } from "@/lib/web/http/csv-response.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(exportReadings, async ({ actor, query, request }) =>
    csvResponse(
      "readings.csv",
      partsInTurns(actor, request.signal, await exportReadingsOf(actor, query)),
      request.signal,
    ),
  ),
});
