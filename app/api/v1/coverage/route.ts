import { readCoverage } from "@/lib/history/coverage/contract";
import { listCoverage } from "@/lib/history/coverage/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(readCoverage, ({ actor, query }) => listCoverage(actor, query)),
});
