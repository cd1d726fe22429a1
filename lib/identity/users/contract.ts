import { z } from "zod";
import { type Role, roleSchema } from "@/lib/base/core/access";
import type { QrFacts } from "@/lib/base/core/qr";
import { endpoint } from "@/lib/base/request/endpoint";
import { type AreaLimit, areaLimitSchema } from "@/lib/identity/actor/contract";
import type { listSessions } from "@/lib/identity/auth/session-store.server";

/** A user as the page shows it: never the password's hash. */
export type UserLine = {
  id: number;
  email: string;
  name: string;
  /** The highest of their roles; `roleIn` tells that in one tenancy. */
  role: Role;
  disabledAt: string | null;
  createdAt: string;
  lastSignInAt: string | null;
  /** The provisioning file sets the password and the role. */
  provisioned: boolean;
  /** The control areas that a grower or viewer is limited to; null is everything. */
  areas: readonly AreaLimit[] | null;
  /** The provisioning file sets them. */
  areasProvisioned: boolean;
  /** The provisioning file sets the name. */
  nameProvisioned: boolean;
  /** They have not followed their invitation yet, so that they have no password. */
  invited: boolean;
  /** Expiry of their link; null without one. */
  linkUntil: string | null;
  /** The sign-in needs a code of their app. */
  secondFactor: boolean;
};

/** The name and e-mail of a user, as forms give them. */
export const userMembers = {
  name: z.string().trim().min(1, "is missing").max(100, "has more than 100 characters"),
  email: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, "is missing")
    .max(254, "has more than 254 characters")
    .pipe(z.email("is not an e-mail address")),
  role: roleSchema,
};

const limitsOf = <S extends z.ZodType>(limit: S) =>
  z
    .array(limit)
    .min(1, "has none: choose an area, or everything")
    .max(200, "are more than 200: choose areas further up")
    .nullable();

/** The control areas that a grower or viewer is limited to, with their roles there; null is everything. */
export const areaLimitsSchema = limitsOf(areaLimitSchema);

/** Those of a token, which has one role. */
export const tokenLimitsSchema = limitsOf(areaLimitSchema.omit({ role: true }));

/** An invitation: people choose name and password themselves. */
export const invitationSchema = z.strictObject({
  email: userMembers.email,
  role: roleSchema,
  areas: areaLimitsSchema.default(null),
});

/**
 * A new link: the email of its holder, its address, and what became of the mail with it; `mail` is null where none was to
 * be sent.
 */
export type NewLink = { email: string; address: string; mail: { to: string; fault: string | null } | null };

/** The facts of an invitation, or of a link for a new password, for its holder. */
export type LinkFacts = { kind: "invitation" | "password"; email: string; name: string };

/**
 * A session of the actor: its address, the browser's name, times in RFC 3339 UTC. `expiresAt`: its end, which nothing
 * extends; `isHere`: true for the session of this request.
 */
export type OwnSession = Awaited<ReturnType<typeof listSessions>>[number] & { isHere: boolean };

/** A person's own account. */
export type OwnAccount = Pick<UserLine, "email" | "name" | "role" | "provisioned" | "nameProvisioned"> & {
  sessions: OwnSession[];
  /** Number of recovery codes left; null while the sign-in needs no code. */
  recoveryCodes: number | null;
};

/** The key for an app, as text in base32 and as a QR code: shown until a code of it has come. */
export type NewSecondFactor = { key: string; qr: QrFacts };

export const readMe = endpoint({
  method: "GET",
  path: "/api/v1/me",
  summary: "Who asks: the person who is signed in, or the program of the token",
  access: "viewer",
  answer: z.object({
    userId: z.int().nullable().meta({ description: "null for a program" }),
    name: z.string(),
  }),
});
