import { z } from "zod";

export const ROLES = ["viewer", "grower", "admin"] as const;
export const roleSchema = z.enum(ROLES);
export type Role = z.infer<typeof roleSchema>;
/** The roles that a person can have in one tenancy; an admin is one in all. */
export const SITE_ROLES = ["viewer", "grower"] as const satisfies readonly Role[];
export type SiteRole = (typeof SITE_ROLES)[number];

/** The least privileged caller that a call admits; each includes those before it. */
export type Access = "screen" | Role;

/** The kind of an actor. */
export type ActorKind = "user" | "token" | "screen" | "system";
