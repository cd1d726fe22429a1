import { partsInTurns } from "@/lib/http/actor-turns.server";
import { methods, route } from "@/lib/http/route.server";
import { streamResponse } from "@/lib/http/stream-response.server";
import { exportRowsParquet } from "@/lib/queries/contract";
import { exportQueryRows } from "@/lib/queries/export-service.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(exportRowsParquet, async ({ actor, params, request }) => {
    const file = await exportQueryRows(actor, params.id, "parquet");
    return streamResponse(file, partsInTurns(actor, request.signal, file.parts), request.signal);
  }),
});
