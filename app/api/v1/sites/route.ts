import { listSites } from "@/lib/display/sites/contract";
import { listSitesNow } from "@/lib/display/sites/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listSites, ({ actor }) => listSitesNow(actor)),
});
