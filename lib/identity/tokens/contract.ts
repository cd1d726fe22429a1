import { z } from "zod";
import { roleSchema } from "@/lib/base/core/access";

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
});
export type NewToken = z.output<typeof newTokenSchema>;

/** An API token as its page shows it: never its text. */
export type TokenLine = {
  id: number;
  name: string;
  role: z.infer<typeof roleSchema>;
  createdAt: string;
  createdBy: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
  provisioned: boolean;
};
