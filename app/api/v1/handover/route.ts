import { readHandover } from "@/lib/handover/contract";
import { handoverOf } from "@/lib/handover/service.server";
import { route } from "@/lib/http/route.server";

export const GET = route(readHandover, ({ actor, query }) => handoverOf(actor, query));
