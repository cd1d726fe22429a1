import { z } from "zod";
import { type Role, roleSchema } from "@/lib/base/core/access";
import type { QrFacts } from "@/lib/base/core/qr";
import { endpoint } from "@/lib/base/request/endpoint";
import { type AreaLimit, areaLimitSchema } from "@/lib/identity/actor/contract";

/** A user as the page shows it: never the password's hash. */
export type UserLine = {
  id: number;
  email: string;
  name: string;
  role: Role;
  disabledAt: string | null;
  createdAt: string;
  lastSignInAt: string | null;
  provisioned: boolean;
  /** The control areas that a grower or viewer is limited to; null is everything. */
  areas: readonly AreaLimit[] | null;
  /** The provisioning file sets them. */
  areasProvisioned: boolean;
  /** The provisioning file says what they are called. */
  nameProvisioned: boolean;
  /** They have not followed their invitation yet, so that they have no password. */
  invited: boolean;
  /** Until when the link that was made for them is good; null without one. */
  linkUntil: string | null;
  /** A code of an app is asked for at the sign-in. */
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

/** What a grower or viewer may see; null is everything. */
export const areaLimitsSchema = z
  .array(areaLimitSchema)
  .min(1, "has none: choose an area, or everything")
  .max(200, "are more than 200: choose areas further up")
  .nullable();

/** Who is invited, and what they may see: they choose name and password themselves. */
export const invitationSchema = z.strictObject({
  email: userMembers.email,
  role: roleSchema,
  areas: areaLimitsSchema.default(null),
});

/** What a person at an invitation or a link for a new password is told. */
export type LinkFacts = { kind: "invitation" | "password"; email: string; name: string };

/** A session of one's own. Times are RFC 3339, UTC. */
export type OwnSession = {
  id: string;
  address: string;
  /** What the browser calls itself. */
  browser: string;
  createdAt: string;
  lastSeenAt: string;
  /** When it ends whatever happens. */
  expiresAt: string;
  /** The one that asks. */
  isHere: boolean;
};

/** A person's own account. */
export type OwnAccount = {
  email: string;
  name: string;
  role: Role;
  /** The provisioning file sets the password. */
  provisioned: boolean;
  /** It sets the name too. */
  nameProvisioned: boolean;
  sessions: OwnSession[];
  /** How many recovery codes are left; null while no code is asked for at the sign-in. */
  recoveryCodes: number | null;
};

/** The key for an app, as text in base32 and as a QR code: shown until a code of it has come. */
export type NewSecondFactor = { key: string; qr: QrFacts };

export const listOwners = endpoint({
  method: "GET",
  path: "/api/v1/owners",
  summary: "Who can look after alerts: active growers and admins",
  access: "grower",
  answer: z.object({ items: z.array(z.object({ name: z.string() })) }),
});

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
