import { route } from "@/lib/http/route.server";
import { listQueries, submitQuery as submission } from "@/lib/queries/contract";
import { listQueriesPage, submitQuery } from "@/lib/queries/service.server";

export const GET = route(listQueries, ({ actor, query }) => listQueriesPage(actor, query));
export const POST = route(submission, ({ actor, body }) => submitQuery(actor, body));
