import { exportReadings } from "@/lib/farm/series/contract";
import { exportReadingsCsv } from "@/lib/farm/series/export-service.server";
import { limitParts } from "@/lib/web/http/actor-limit.server";
import { csvResponse } from "@/lib/web/http/responses.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(exportReadings, async ({ actor, query, request }) => {
    const { name, parts } = await exportReadingsCsv(actor, query);
    return csvResponse(name, limitParts(actor, request.signal, parts), request.signal);
  }),
});
