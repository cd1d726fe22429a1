import { XLSX_TYPE } from "@/lib/base/spreadsheet/content-type";
import { exportMeasurementsXlsx } from "@/lib/farm/measurements/contract";
import { exportMeasurementsWorkbook } from "@/lib/farm/measurements/service.server";
import { limitParts } from "@/lib/web/http/actor-limit.server";
import { streamResponse } from "@/lib/web/http/responses.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(exportMeasurementsXlsx, async ({ actor, query, request }) => {
    const { name, parts } = await exportMeasurementsWorkbook(actor, query);
    const file = { name, contentType: XLSX_TYPE };
    return streamResponse(file, limitParts(actor, request.signal, parts), request.signal);
  }),
});
