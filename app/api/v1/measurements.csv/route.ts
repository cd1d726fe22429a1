import { exportMeasurements } from "@/lib/farm/measurements/contract";
import { exportMeasurementsCsv } from "@/lib/farm/measurements/service.server";
import { limitParts } from "@/lib/web/http/actor-limit.server";
import { csvResponse } from "@/lib/web/http/responses.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(exportMeasurements, async ({ actor, query, request }) => {
    const { name, parts } = await exportMeasurementsCsv(actor, query);
    return csvResponse(name, limitParts(actor, request.signal, parts), request.signal);
  }),
});
