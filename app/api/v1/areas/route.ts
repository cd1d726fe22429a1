import { listAreas } from "@/lib/areas/contract";
import { listAreasOf } from "@/lib/areas/service.server";
import { route } from "@/lib/http/route.server";

export const GET = route(listAreas, ({ actor, query }) => listAreasOf(actor, query));
