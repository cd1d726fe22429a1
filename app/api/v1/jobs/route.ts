import { listJobs } from "@/lib/farm/jobs/contract";
import { jobsOf } from "@/lib/farm/jobs/service.server";
import { readRoute } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute(listJobs, jobsOf);
