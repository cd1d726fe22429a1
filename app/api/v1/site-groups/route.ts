import { listSiteGroups } from "@/lib/farm/site-groups/contract";
import { readSiteGroups } from "@/lib/farm/site-groups/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listSiteGroups, ({ actor }) => readSiteGroups(actor)),
});
