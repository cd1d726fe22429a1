import { readAreaCoverage } from "@/lib/coverage/contract";
import { areaCoverageOf } from "@/lib/coverage/service.server";
import { route } from "@/lib/http/route.server";

export const GET = route(readAreaCoverage, ({ actor, query }) => areaCoverageOf(actor, query));
