import { nameJob, readJob } from "@/lib/farm/jobs/contract";
import { readJobDetail, setJobName } from "@/lib/farm/jobs/service.server";
import { oneTenant } from "@/lib/web/http/parse";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(readJob, ({ actor, params, query }) => readJobDetail(actor, params.jobId, query.tenant)),
  PUT: route(nameJob, ({ actor, params, query, body }) =>
    setJobName(actor, {
      tenant: oneTenant(query.tenant, body.tenant),
      jobId: params.jobId,
      name: body.name,
    }),
  ),
});
