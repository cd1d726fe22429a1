import { alertSpans } from "@/lib/alerts/contract";
import { listSpans } from "@/lib/alerts/spans.server";
import { methods, route } from "@/lib/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(alertSpans, ({ actor, query }) => listSpans(actor, query)),
});
