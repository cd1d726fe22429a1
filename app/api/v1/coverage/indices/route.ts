import { readAreaCoverage } from "@/lib/coverage/contract";
import { areaCoverageOf } from "@/lib/coverage/service.server";
import { methods, route } from "@/lib/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(readAreaCoverage, ({ actor, query }) => areaCoverageOf(actor, query)),
});
