import { z } from "zod";
import { roleSchema } from "@/lib/base/core/access";
import { endpoint } from "@/lib/base/request/endpoint";
import { userMembers } from "./contract";

const userParams = z.object({
  userId: z
    .string()
    .meta({ description: "As `GET users` gives it" })
    // Any other text is the id of nobody.
    .transform((text) => (/^\d{1,9}$/.test(text) ? Number(text) : 0)),
});

export const listAllUsers = endpoint({
  method: "GET",
  path: "/api/v1/users",
  summary: "The accounts of people, by name",
  access: "admin",
  answer: z.object({
    items: z.array(
      z.object({
        id: z.int(),
        email: z.string(),
        name: z.string(),
        role: roleSchema,
        invited: z.boolean().meta({ description: "the invitation has not been followed yet" }),
        secondFactor: z.boolean().meta({ description: "a code is asked for after the password" }),
        provisioned: z.boolean().meta({ description: "the provisioning file sets password and role" }),
        createdAt: z.iso.datetime(),
        lastSignInAt: z.iso.datetime().nullable(),
        disabledAt: z.iso.datetime().nullable(),
      }),
    ),
  }),
});

export const putUserEmail = endpoint({
  method: "PUT",
  path: "/api/v1/users/{userId}/email",
  summary: "Changes the email that a person signs in with; their sessions and an open link end",
  access: "admin",
  params: userParams,
  body: z.strictObject({ email: userMembers.email }),
  problems: ["conflict"],
  answer: z.object({ id: z.int(), email: z.string() }),
});

export const deleteOneUser = endpoint({
  method: "DELETE",
  path: "/api/v1/users/{userId}",
  summary: "Deletes a person for good; what they did stays under their name",
  access: "admin",
  params: userParams,
  problems: ["conflict"],
  answer: z.object({ id: z.int() }),
});
