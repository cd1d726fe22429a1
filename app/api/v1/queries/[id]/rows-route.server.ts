import "server-only";
import type { exportRowsCsv } from "@/lib/history/queries/contract";
import { exportQueryRows } from "@/lib/history/queries/export-service.server";
import { limitParts } from "@/lib/web/http/actor-limit.server";
import { streamResponse } from "@/lib/web/http/responses.server";
import { methods, route } from "@/lib/web/http/route.server";

/** The exports of a route file that downloads the rows of a query. */
export function rowsRoute(declaration: typeof exportRowsCsv, format: Parameters<typeof exportQueryRows>[2]) {
  return methods({
    GET: route(declaration, async ({ actor, params, request }) => {
      const file = await exportQueryRows(actor, params.id, format);
      return streamResponse(file, limitParts(actor, request.signal, file.parts), request.signal);
    }),
  });
}
