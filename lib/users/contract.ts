import { z } from "zod";
import { type Role, roleSchema } from "@/lib/auth/contract";
import { endpoint } from "@/lib/http/endpoint";

/** A user as the page shows it: never the password's hash. */
export type UserLine = {
  id: number;
  email: string;
  name: string;
  role: Role;
  disabledAt: string | null;
  createdAt: string;
  lastSignInAt: string | null;
  provisioned: boolean;
};

/** The name and e-mail of a user, as forms give them. */
export const userMembers = {
  name: z.string().trim().min(1, "is missing").max(100, "has more than 100 characters"),
  email: z
    .string()
    .trim()
    .toLowerCase()
    .max(254, "has more than 254 characters")
    .pipe(z.email("is not an e-mail address")),
  role: roleSchema,
};

export const listOwners = endpoint({
  method: "GET",
  path: "/api/v1/owners",
  summary: "Who can look after alerts: active growers and admins",
  access: "grower",
  answer: z.object({ items: z.array(z.object({ name: z.string() })) }),
});
