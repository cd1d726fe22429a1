import { listVisible } from "@/lib/farm/tenancies/contract";
import { listVisibleTenancies } from "@/lib/farm/tenancies/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listVisible, ({ actor }) => listVisibleTenancies(actor)),
});
