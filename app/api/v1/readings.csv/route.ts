import { csvResponse } from "@/lib/http/csv-response.server";
import { route } from "@/lib/http/route.server";
import { exportReadings } from "@/lib/series/contract";
import { exportReadingsOf } from "@/lib/series/export-service.server";

export const GET = route(exportReadings, async ({ actor, query, request }) =>
  csvResponse("readings.csv", await exportReadingsOf(actor, query), request.signal),
);
