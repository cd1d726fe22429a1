import { z } from "zod";

export const ROLES = ["viewer", "grower", "admin"] as const;
export const roleSchema = z.enum(ROLES);
export type Role = z.infer<typeof roleSchema>;
/** The roles that a person can have in one tenancy; an admin is one in all. */
export const SITE_ROLES = ["viewer", "grower"] as const satisfies readonly Role[];
export type SiteRole = (typeof SITE_ROLES)[number];
export const ROLE_NAMES: Record<Role, string> = { viewer: "Viewer", grower: "Grower", admin: "Admin" };

/** A person's roles by site, as lists show them: "Grower in Westland, viewer in Almería"; one word if they are the same. */
export function rolesInWords(role: Role, sites: readonly { name: string; role: Role }[]): string {
  if (sites.every((one) => one.role === role)) return ROLE_NAMES[role];
  // Made here, since its locale data costs every page that loads this module some milliseconds.
  const list = new Intl.ListFormat("en-GB");
  const parts = ROLES.toReversed().flatMap((each) => {
    const names = sites.filter((one) => one.role === each).map(({ name }) => name);
    return names.length > 0 ? [`${each} in ${list.format(names)}`] : [];
  });
  const words = parts.join(", ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The least privileged caller that a call admits; each includes those before it. */
export type Access = "screen" | Role;

/** The kind of an actor. */
export type ActorKind = "user" | "token" | "screen" | "system";
