import { listJobs } from "@/lib/areas/contract";
import { jobsOf } from "@/lib/areas/service.server";
import { methods, route } from "@/lib/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listJobs, ({ actor, query }) => jobsOf(actor, query)),
});
