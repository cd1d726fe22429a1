import { listJobs } from "@/lib/farm/areas/contract";
import { jobsOf } from "@/lib/farm/areas/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listJobs, ({ actor, query }) => jobsOf(actor, query)),
});
