import { z } from "zod";

export const tenantParameter = z
  .string()
  .min(1)
  .optional()
  .meta({ description: "tenantId; required where there are several tenancies" });

export const instantParameter = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .pipe(
    z
      .date()
      .min(new Date("0001-01-01"), "is before year 1")
      .max(new Date("9999-12-31"), "is after year 9999"),
  )
  .meta({ description: "RFC 3339, UTC or with an offset; inclusive" });

/** A whole number in decimal digits (not `1e2` or ` 50`), or as a number from a page. */
export function wholeNumber(minimum: number, maximum: number) {
  const digits = z.string().regex(/^\d{1,9}$/);
  const written = z.union([z.int(), digits.transform(Number)], { error: () => "is not a whole number" });
  return written.pipe(z.int().min(minimum).max(maximum)).meta({ type: "integer", minimum, maximum });
}

export const limitParameter = wholeNumber(1, 500).default(50);

export const cursorParameter = z.string().min(1).max(500).optional();

export const booleanParameter = z.enum(["true", "false"]).transform((text) => text === "true");

/** More values than any page of ours sends. */
const MAX_VALUES = 50;

/** A parameter that may be given 1 to `max` times. */
export function repeatable<S extends z.ZodType<unknown, string>>(schema: S, max = MAX_VALUES) {
  return z.union([schema.transform((one) => [one]), z.array(schema).max(max)], {
    error: ({ input }) => {
      if (Array.isArray(input) && input.length > max) return `may be given ${max} times at most`;
      return input === undefined ? "is missing" : "has a value that is not known here";
    },
  });
}

/** A page of a list; `nextCursor` is null at the end. */
export function pageOf<S extends z.ZodType>(item: S) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}

/** An instant in an answer: RFC 3339, UTC. */
export const instant = z.iso.datetime();
