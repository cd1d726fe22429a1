/** The names of tenancies in addresses (docs/spec/http-contract.md "Addresses of pages"). Pure. */
import { z } from "zod";
import { foldAccents } from "@/lib/base/core/text";

const MAX_LENGTH = 40;

/** Lower-case letters, digits, and single hyphens between them. */
export const slugSchema = z
  .string()
  .trim()
  .min(1, "is missing")
  .max(MAX_LENGTH, `has more than ${MAX_LENGTH} characters`)
  .regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    "has to be lower-case letters and digits, with single hyphens between them",
  );

/** Leaves room for a number behind a name that is taken. */
const MAX_BASE = 30;

/**
 * A slug for a tenancy's name that is not taken: `Almería Süd` becomes `almeria-sud`, the next one `almeria-sud-2`. A name
 * without Latin letters or digits becomes `site`.
 */
export function freeSlug(name: string, isTaken: (slug: string) => boolean): string {
  const base = (foldAccents(name).match(/[a-z0-9]+/g) ?? ["site"])
    .join("-")
    .slice(0, MAX_BASE)
    .replace(/-$/, "");
  let slug = base;
  for (let nth = 2; isTaken(slug); nth++) slug = `${base}-${nth}`;
  return slug;
}

/** The name of a tenancy among others: with its slug if another has the same name. */
export function distinctName(
  { name, slug }: { name: string; slug: string },
  all: readonly { name: string; slug: string }[],
): string {
  const isShared = all.some((other) => other.slug !== slug && other.name === name);
  return isShared ? `${name} (${slug})` : name;
}
