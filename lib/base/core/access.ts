import { z } from "zod";

export const ROLES = ["viewer", "grower", "admin"] as const;
export const roleSchema = z.enum(ROLES);
export type Role = z.infer<typeof roleSchema>;
export const ROLE_NAMES: Record<Role, string> = { viewer: "Viewer", grower: "Grower", admin: "Admin" };

/** The least that a call asks for: a screen reads, a viewer too, and so on upwards. */
export type Access = "screen" | Role;

/** What kind of actor asks. */
export type ActorKind = "user" | "token" | "screen" | "system";
