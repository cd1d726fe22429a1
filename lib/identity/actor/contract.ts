import { z } from "zod";
import { type ActorKind, type Role, SITE_ROLES } from "@/lib/base/core/access";

/**
 * A control area of a tenancy, with all below it; `path` null is the whole tenancy. `role` is the one in this tenancy;
 * without it, that of the account.
 */
export const areaLimitSchema = z.strictObject({
  tenantId: z.string().min(1).max(200),
  path: z.string().min(1).max(4_000).nullable(),
  role: z.enum(SITE_ROLES, "has to be viewer or grower").optional(),
});
export type AreaLimit = z.infer<typeof areaLimitSchema>;

declare const made: unique symbol;

/**
 * The author of a call. Only the session guard (lib/identity/auth/guard.server.ts) and the system's own jobs can make
 * one, so that a use case without a check does not compile.
 */
export type Actor = Readonly<{
  kind: ActorKind;
  id: number;
  /** Shown to people and written into the audit. */
  name: string;
  /** The highest of the actor's roles; `roleIn` tells that in one tenancy. */
  role: Role | "screen";
  /** The tenancy that the actor is bound to (`Tenancy.id`); null is any. */
  tenancyId: number | null;
  /** The client's address, for the audit; null for acts of the program. */
  address: string | null;
  /** The session of a person who is signed in; null for programs, screens and the program itself. */
  session: string | null;
  /** The control areas and tenancies that a grower or viewer is limited to; null is everything. */
  areas: readonly AreaLimit[] | null;
}> & { readonly [made]: true };
