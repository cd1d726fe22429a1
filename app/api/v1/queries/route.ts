import { listQueries, submitQuery as submission } from "@/lib/history/queries/contract";
import { listQueriesPage, submitQuery } from "@/lib/history/queries/service.server";
import { oneTenant } from "@/lib/web/http/parse";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listQueries, ({ actor, query }) => listQueriesPage(actor, query)),
  POST: route(submission, ({ actor, query, body }) =>
    submitQuery(actor, { ...body, tenant: oneTenant(query.tenant, body.tenant) }),
  ),
});
