import { XLSX_TYPE } from "@/lib/base/spreadsheet/content-type";
import { exportReadingsXlsx } from "@/lib/farm/series/contract";
import { exportReadingsWorkbook } from "@/lib/farm/series/workbook-service.server";
import { limitParts } from "@/lib/web/http/actor-limit.server";
import { streamResponse } from "@/lib/web/http/responses.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(exportReadingsXlsx, async ({ actor, query, request }) => {
    const { name, parts } = await exportReadingsWorkbook(actor, query);
    const file = { name, contentType: XLSX_TYPE };
    return streamResponse(file, limitParts(actor, request.signal, parts), request.signal);
  }),
});
