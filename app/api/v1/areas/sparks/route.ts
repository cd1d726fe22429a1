import { areaSparks } from "@/lib/areas/contract";
import { sparksOf } from "@/lib/areas/service.server";
import { route } from "@/lib/http/route.server";

export const GET = route(areaSparks, ({ actor, query }) => sparksOf(actor, query));
