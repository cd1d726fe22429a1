import { methods, route } from "@/lib/http/route.server";
import { listQueries, submitQuery as submission } from "@/lib/queries/contract";
import { listQueriesPage, submitQuery } from "@/lib/queries/service.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listQueries, ({ actor, query }) => listQueriesPage(actor, query)),
  POST: route(submission, ({ actor, body }) => submitQuery(actor, body)),
});
