import { readAreaCoverage } from "@/lib/history/coverage/contract";
import { listIndexCoverage } from "@/lib/history/coverage/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(readAreaCoverage, ({ actor, query }) => listIndexCoverage(actor, query)),
});
