import { z } from "zod";
import { roleSchema } from "@/lib/base/core/access";
import type { AreaLimit } from "@/lib/identity/actor/contract";
import { tokenLimitsSchema } from "@/lib/identity/users/contract";

/** docs/spec/http-contract.md "Provisioning file": twenty characters or more, none that a header cannot carry. */
export const tokenTextSchema = z
  .string("has to be text")
  .min(20, "has to have 20 characters or more")
  .max(512, "has more than 512 characters")
  .regex(/^[\x21-\x7e]*$/, "holds a space or a character that a header cannot carry");

/** The form of a new token; the program makes its text. */
export const newTokenSchema = z.strictObject({
  name: z.string().trim().min(1, "is missing").max(100, "has more than 100 characters"),
  role: roleSchema,
  areas: tokenLimitsSchema.default(null),
  /** An instant, RFC 3339 in UTC; null: it does not end. */
  expiresAt: z.iso.datetime("is no date").nullable().default(null),
});

/** An API token as its page shows it: never its text. */
export type TokenLine = {
  id: number;
  name: string;
  role: z.infer<typeof roleSchema>;
  /** The control areas that it is limited to; null is everything. */
  areas: readonly AreaLimit[] | null;
  createdAt: string;
  createdBy: string;
  /** From then on it is refused; null: it does not end. */
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
  provisioned: boolean;
};
