import { readCoverage } from "@/lib/coverage/contract";
import { coverageOf } from "@/lib/coverage/service.server";
import { methods, route } from "@/lib/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(readCoverage, ({ actor, query }) => coverageOf(actor, query)),
});
