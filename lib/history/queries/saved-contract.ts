import { z } from "zod";
import { INDICES } from "@/lib/base/core/indices";
import { endpoint } from "@/lib/base/request/endpoint";
import { instant, tenantParameter } from "@/lib/web/http/query-schemas";
import { LIGHTS, PRESETS, type QueryForm } from "./form";

const MAX_NAMES = 1_000;
const names = z.array(z.string().min(1).max(1_000)).max(MAX_NAMES);
const at = z.int().nullable().meta({ description: "Epoch milliseconds; null: as `last` says" });

/** The form of a query (lib/history/queries/form). */
const formSchema = z.strictObject({
  type: z.enum(["indices", "chf"]),
  last: z.enum(PRESETS).meta({ description: "The period up to the newest data" }),
  from: at,
  to: at,
  areas: names,
  indices: z.array(z.enum(INDICES)).nullable(),
  devices: names,
  light: z.enum(LIGHTS),
  job: z.string().max(1_000),
  filled: z.boolean(),
  include: names.nullable(),
  exclude: names.nullable(),
}) satisfies z.ZodType<QueryForm>;

const nameSchema = z
  .string()
  .trim()
  .min(1, "is empty: give it a name")
  .max(80, "is longer than 80 characters");

export const newSavedSchema = z.strictObject({ tenant: tenantParameter, name: nameSchema, form: formSchema });
export type NewSaved = z.output<typeof newSavedSchema>;

export const renamedSavedSchema = z.strictObject({ id: z.string().min(1), name: nameSchema });

const savedQuerySchema = z.object({
  id: z.string(),
  name: z.string(),
  form: formSchema,
  createdBy: z.string(),
  createdAt: instant,
});
export type SavedQuery = z.infer<typeof savedQuerySchema>;

export const listSavedQueries = endpoint({
  method: "GET",
  path: "/api/v1/saved-queries",
  summary: "Queries that people of the tenancy gave a name, by name",
  access: "viewer",
  query: z.strictObject({ tenant: tenantParameter }),
  answer: z.object({ items: z.array(savedQuerySchema) }),
});
