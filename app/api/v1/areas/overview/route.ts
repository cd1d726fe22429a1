import { areasOverview } from "@/lib/areas/contract";
import { overviewOf } from "@/lib/areas/service.server";
import { route } from "@/lib/http/route.server";

export const GET = route(areasOverview, ({ actor, query }) => overviewOf(actor, query));
