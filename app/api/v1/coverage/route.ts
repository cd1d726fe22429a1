import { readCoverage } from "@/lib/coverage/contract";
import { coverageOf } from "@/lib/coverage/service.server";
import { route } from "@/lib/http/route.server";

export const GET = route(readCoverage, ({ actor, query }) => coverageOf(actor, query));
