import { exportAuditLines } from "@/lib/identity/audit/contract";
import { exportAudit } from "@/lib/identity/audit/service.server";
import { csvResponse } from "@/lib/web/http/responses.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(exportAuditLines, async ({ actor, query, request }) =>
    csvResponse("audit.csv", exportAudit(actor, query), request.signal),
  ),
});
