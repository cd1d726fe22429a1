import { expect, it } from "vitest";
import { z } from "zod";
import { inputWords } from "./input-words";

function wordsOf(schema: z.ZodType, input: unknown): string {
  const { error } = schema.safeParse(input, { error: inputWords });
  return error?.issues[0]?.message ?? "nothing is wrong";
}

it.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, "is missing"],
  [z.string(), 4, "has to be text"],
  [z.number(), "4", "has to be a number"],
  [z.int(), 4.5, "has to be a whole number"],
  [z.boolean(), "yes", "has to be true or false"],
  [z.array(z.string()), "a", "has to be a list"],
  [z.strictObject({}), [], "has to be an object"],
  [z.bigint(), 4, "has to be of another kind"],
  [z.string().min(1), "", "is empty"],
  [z.string().min(12), "short", "has fewer than 12 characters"],
  [z.string().max(1), "ab", "has more than 1 character"],
  [z.array(z.string()).max(8), Array(9).fill("a"), "has more than 8 entries"],
  [z.number().min(2).max(9), 1, "has to be 2 or more"],
  [z.number().min(2).max(9), 10, "has to be 9 or less"],
  [z.number().gt(0), 0, "has to be more than 0"],
  [z.number().multipleOf(5), 3, "has to be a multiple of 5"],
  [z.date().max(new Date(0)), new Date(1), "is too late"],
  [z.iso.datetime(), "yesterday", "has to be a time such as 2026-11-20T14:00:00Z"],
  [z.email(), "ria", "has to be an e-mail address"],
  [z.string().regex(/^a$/), "b", "does not have the right form"],
  [z.enum(["admin", "grower", "viewer"]), "boss", "has to be admin, grower or viewer"],
  [z.enum(["admin"]), undefined, "is missing"],
  [z.literal("csv"), "xml", "has to be csv"],
  [z.union([z.string(), z.number()]), true, "is none of what may stand here"],
  [z.union([z.string(), z.number()]), undefined, "is missing"],
  [z.string("has to be a name"), 4, "has to be a name"],
])("says in our own words what is wrong: %#", (schema, input, words) => {
  expect(wordsOf(schema, input)).toBe(words);
});
