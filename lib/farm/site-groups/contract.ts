import { z } from "zod";
import { endpoint } from "@/lib/base/request/endpoint";

const groupName = z.string().trim().min(1, "Enter a name.").max(60, "A name has at most 60 characters.");

/** The groups into which a person has put sites. */
export const listSiteGroups = endpoint({
  method: "GET",
  path: "/api/v1/site-groups",
  access: "viewer",
  summary: "The caller's own groups of tenancies, by name; programs have none",
  query: z.strictObject({}),
  answer: z.object({
    items: z.array(
      z.object({
        name: z.string(),
        tenantIds: z.array(z.string()).meta({ description: "Those that the caller may see" }),
      }),
    ),
  }),
});

/** A group with all its sites. `from`: its name so far; null for a new one. */
export const saveSiteGroupSchema = z.strictObject({
  from: z.string().min(1).nullable(),
  name: groupName,
  tenantIds: z.array(z.string().min(1)).min(1, "Choose at least one site.").max(1_000),
});

export const deleteSiteGroupSchema = z.strictObject({ name: z.string().min(1) });
