import { exportRowsJsonl } from "@/lib/history/queries/contract";
import { exportQueryRows } from "@/lib/history/queries/export-service.server";
import { limitParts } from "@/lib/web/http/actor-limit.server";
import { streamResponse } from "@/lib/web/http/responses.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(exportRowsJsonl, async ({ actor, params, request }) => {
    const file = await exportQueryRows(actor, params.id, "jsonl");
    return streamResponse(file, limitParts(actor, request.signal, file.parts), request.signal);
  }),
});
