import { alertSpans } from "@/lib/alerts/contract";
import { listSpans } from "@/lib/alerts/spans.server";
import { route } from "@/lib/http/route.server";

export const GET = route(alertSpans, ({ actor, query }) => listSpans(actor, query));
