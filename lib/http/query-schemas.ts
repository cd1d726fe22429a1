import { z } from "zod";

/** Query parameters arrive as text; one that may repeat arrives as a list. */
export const tenantParameter = z
  .string()
  .min(1)
  .optional()
  .meta({ description: "tenantId; required where there are several tenancies" });

export const instantParameter = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .pipe(z.date().min(new Date("1970-01-01"), "is before 1970").max(new Date("2200-01-01"), "is after 2200"))
  .meta({ description: "RFC 3339, UTC or with an offset; inclusive" });

/** A whole number as people write it: `1e2` and ` 50` are not. A page may give the number itself. */
export const wholeNumber = z.union(
  [
    z.int(),
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  ],
  {
    error: () => "is not a whole number",
  },
);

export const limitParameter = wholeNumber.pipe(z.int().min(1).max(500)).default(50);

export const cursorParameter = z.string().min(1).max(500).optional();

export const booleanParameter = z.enum(["true", "false"]).transform((text) => text === "true");

/** A parameter that may be given once or several times. */
export function repeatable<S extends z.ZodType<unknown, string>>(schema: S) {
  return z.union([schema.transform((one) => [one]), z.array(schema)], {
    error: ({ input }) => (input === undefined ? "is missing" : "has a value that is not known here"),
  });
}

/** A page of a list: `nextCursor` is null at the end. */
export function pageOf<S extends z.ZodType>(item: S) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}

/** An instant of an answer: RFC 3339, UTC. */
export const instant = z.iso.datetime();
