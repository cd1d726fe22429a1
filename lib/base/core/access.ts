import { z } from "zod";

export const ROLES = ["viewer", "grower", "admin"] as const;
export const roleSchema = z.enum(ROLES);
export type Role = z.infer<typeof roleSchema>;
export const ROLE_NAMES: Record<Role, string> = { viewer: "Viewer", grower: "Grower", admin: "Admin" };

/** The least privileged caller that a call admits; each includes those before it. */
export type Access = "screen" | Role;

/** The kind of an actor. */
export type ActorKind = "user" | "token" | "screen" | "system";
