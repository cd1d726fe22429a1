import { z } from "zod";

export const ROLES = ["viewer", "grower", "admin"] as const;
export const roleSchema = z.enum(ROLES);
export type Role = z.infer<typeof roleSchema>;
export const ROLE_NAMES: Record<Role, string> = { viewer: "Viewer", grower: "Grower", admin: "Admin" };

/** A control area of a tenancy, with all below it. */
export const areaLimitSchema = z.strictObject({
  tenantId: z.string().min(1).max(200),
  path: z.string().min(1).max(4_000),
});
export type AreaLimit = z.infer<typeof areaLimitSchema>;

declare const made: unique symbol;

/**
 * Who asks. Only the session guard (lib/auth/guard.server.ts) and the system's own jobs can make one,
 * so that a use case without a check does not compile.
 */
export type Actor = Readonly<{
  kind: "user" | "token" | "screen" | "system";
  id: number;
  /** Shown to people and written into the audit. */
  name: string;
  role: Role | "screen";
  /** The tenancy that the actor is bound to (`Tenancy.id`); null is any. */
  tenancyId: number | null;
  /** Where the act comes from, for the audit; null for what the program does by itself. */
  address: string | null;
  /** The session of a person who is signed in; null for programs, screens and the program itself. */
  session: string | null;
  /** The control areas that a grower or viewer is limited to; null is everything. */
  areas: readonly AreaLimit[] | null;
}> & { readonly [made]: true };

/** The least that a call asks for: a screen reads, a viewer too, and so on upwards. */
export type Access = "screen" | Role;
