import { exportAuditLines } from "@/lib/audit/contract";
import { exportAudit } from "@/lib/audit/service.server";
import { csvResponse } from "@/lib/http/csv-response.server";
import { methods, route } from "@/lib/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(exportAuditLines, async ({ actor, query, request }) =>
    csvResponse("audit.csv", exportAudit(actor, { search: query.q }), request.signal),
  ),
});
