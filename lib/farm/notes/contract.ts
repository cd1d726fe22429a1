import { z } from "zod";
import { endpoint } from "@/lib/base/request/endpoint";
import { instant, instantParameter, tenantParameter } from "@/lib/web/http/query-schemas";

/** A grower's note on an area at a time, such as a treatment, which explains the charts from then on. */
export const areaNoteSchema = z.object({
  id: z.string(),
  area: z.string().meta({ description: "The area that it is pinned to" }),
  at: instant,
  text: z.string(),
  author: z.string(),
  own: z.boolean().meta({ description: "Whether who asks wrote it, by their account" }),
  createdAt: instant,
});
export type AreaNote = z.infer<typeof areaNoteSchema>;

export const listAreaNotes = endpoint({
  method: "GET",
  path: "/api/v1/areas/notes",
  summary: "Notes pinned to times of an area, of all below it, and of those that it lies in, oldest first",
  access: "viewer",
  query: z.strictObject({
    tenant: tenantParameter,
    area: z.string().min(1),
    from: instantParameter.optional(),
    to: instantParameter.optional(),
  }),
  answer: z.object({ items: z.array(areaNoteSchema) }),
});

export const MAX_NOTE_LENGTH = 500;

export const newNoteSchema = z.strictObject({
  tenant: tenantParameter,
  area: z.string().min(1).max(4_000),
  at: instantParameter,
  text: z
    .string()
    .trim()
    .min(1, "The note is empty")
    .max(MAX_NOTE_LENGTH, `A note has at most ${MAX_NOTE_LENGTH} characters`),
});
export type NewNote = z.output<typeof newNoteSchema>;

export const oneNoteSchema = z.strictObject({ tenant: tenantParameter, id: z.string().min(1).max(100) });
export type OneNote = z.output<typeof oneNoteSchema>;
