import { listJobs } from "@/lib/areas/contract";
import { jobsOf } from "@/lib/areas/service.server";
import { route } from "@/lib/http/route.server";

export const GET = route(listJobs, ({ actor, query }) => jobsOf(actor, query));
