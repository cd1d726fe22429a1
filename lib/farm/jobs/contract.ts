import { z } from "zod";
import { endpoint } from "@/lib/base/request/endpoint";
import { instant, tenantParameter } from "@/lib/web/http/query-schemas";

export const jobSchema = z.object({
  jobId: z.string(),
  name: z.string().meta({ description: "Given by a grower; else made of its place and first day" }),
  givenName: z.string().nullable().meta({ description: "Null until a grower gives it one" }),
  firstAt: instant.meta({ description: "Of the whole job, also outside `area`" }),
  lastAt: instant,
  dayOfCrop: z
    .int()
    .meta({ description: "Days from its first reading until its last, in site days; the first is 0" }),
  current: z.boolean().meta({ description: "Among the jobs of the newest readings" }),
  begunBefore: z.boolean().meta({
    description:
      "It may have begun before its first reading: that is of the first 24 hours of what is known of its areas, and the day before was not fetched",
  }),
  areas: z.array(z.string()),
});
export type Job = z.infer<typeof jobSchema>;

export const listJobs = endpoint({
  method: "GET",
  path: "/api/v1/jobs",
  summary: "Growth jobs that had readings in an area or below it, newest first",
  access: "viewer",
  query: z.strictObject({ tenant: tenantParameter, area: z.string().min(1).optional() }),
  answer: z.object({ items: z.array(jobSchema) }),
});

const jobDetailSchema = jobSchema.extend({
  predecessors: z.array(jobSchema).meta({
    description:
      "Earlier jobs that share an area with it, the last before it first; `areas` are those shared",
  }),
  successors: z.array(jobSchema).meta({ description: "Likewise later ones, the first after it first" }),
});
export type JobDetail = z.infer<typeof jobDetailSchema>;

const oneJob = z.object({ jobId: z.string() });

export const readJob = endpoint({
  method: "GET",
  path: "/api/v1/jobs/{jobId}",
  summary: "A growth job, and those before and after it in its areas",
  access: "viewer",
  params: oneJob,
  query: z.strictObject({ tenant: tenantParameter }),
  answer: jobDetailSchema,
});

export const MAX_JOB_NAME = 80;

const jobNameSchema = z
  .string()
  .trim()
  .min(1, "Enter a name")
  .max(MAX_JOB_NAME, `A name has at most ${MAX_JOB_NAME} characters`)
  .nullable()
  .meta({ description: "Null: the name of its place and first day again" });

export const nameJob = endpoint({
  method: "PUT",
  path: "/api/v1/jobs/{jobId}",
  summary: "Names a growth job",
  access: "grower",
  params: oneJob,
  query: z.strictObject({ tenant: tenantParameter }),
  body: z.strictObject({ tenant: tenantParameter, name: jobNameSchema }),
  answer: jobDetailSchema,
});

export const newNameSchema = z.strictObject({
  tenant: tenantParameter,
  jobId: z.string().min(1).max(1_000),
  name: jobNameSchema,
});
export type NewName = z.output<typeof newNameSchema>;
