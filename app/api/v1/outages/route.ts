import { route } from "@/lib/http/route.server";
import { listOutages } from "@/lib/outages/contract";
import { outagesOf } from "@/lib/outages/service.server";

export const GET = route(listOutages, ({ actor, query }) => outagesOf(actor, query));
