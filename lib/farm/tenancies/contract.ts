import { z } from "zod";
import { roleSchema } from "@/lib/base/core/access";
import type { AreaLimits } from "@/lib/base/core/area-limits";
import { isTimeZone } from "@/lib/base/core/time";
import { endpoint } from "@/lib/base/request/endpoint";
import type { Actor } from "@/lib/identity/actor/contract";
import { addressFault } from "./address-fault";
import { slugSchema } from "./slug";

/** Tenancies that the caller may see (docs/spec/http-contract.md "Accounts and the API itself"). */
export const listVisible = endpoint({
  method: "GET",
  path: "/api/v1/tenancies",
  access: "viewer",
  summary: "The tenancies that the caller may see, oldest first",
  query: z.strictObject({}),
  answer: z.object({
    items: z.array(
      z.object({
        tenantId: z.string(),
        name: z.string(),
        slug: z.string(),
        timeZone: z.string(),
        role: roleSchema.meta({ description: "The caller's role in it" }),
      }),
    ),
  }),
});

/** A tenancy as other domains need it: no addresses, no secrets. */
export type TenancyRef = {
  /** `tenancies.id`, the first part of every key. */
  id: number;
  tenantId: string;
  name: string;
  /** Its name in addresses. */
  slug: string;
  /** IANA name; days are cut with it. */
  timeZone: string;
  /** When shifts begin, in site time, ascending: "06:00". */
  shiftTimes: readonly string[];
  /** The actor's area limits in it. */
  within: AreaLimits;
  /** The actor's role in it. */
  role: Actor["role"];
};

/** The key of a tenancy and the actor's limits in it: reads take both, so that none forgets the limits. */
export type Scope = Pick<TenancyRef, "id" | "within">;

export const TOKEN_AUTHS = ["basic", "post"] as const;
export const SYNC_TYPES = ["indices", "chf"] as const;
export type SyncType = (typeof SYNC_TYPES)[number];
export const SYNC_TYPE_NAMES: Record<SyncType, string> = { indices: "Indices", chf: "ChF measurements" };

/** All that a call of the service needs, including the opened client secret: never for pages. */
export type ServiceAccess = {
  tenancyId: number;
  tenantId: string;
  name: string;
  timeZone: string;
  baseUrl: string;
  authUrl: string;
  clientId: string;
  clientSecret: string;
  tokenAuth: (typeof TOKEN_AUTHS)[number];
  dataDelayHours: number;
  queryDeadlineMinutes: number;
  /** The addresses come from the provisioning file and may be private. */
  trustedAddresses: boolean;
  sync: { enabled: boolean; types: SyncType[]; backfillDays: number; everyMinutes: number };
};

/** An opened webhook secret, with the name of its signature header. */
export type WebhookKey = {
  tenancyId: number;
  tenantId: string;
  secretId: number;
  header: string;
  secret: string;
};

/** The purpose that a sealed client secret is bound to. */
export const clientSecretPurpose = (tenantId: string) => `client-secret:${tenantId}`;
/** The purpose that a sealed webhook secret is bound to: its row, identified by its fingerprint. */
export const webhookSecretPurpose = (tenantId: string, fingerprint: string) => ({
  name: `webhook-secret:${tenantId}:${fingerprint}`,
  before: `webhook-secret:${tenantId}`,
});

/** The fault of a value of the wrong type, or of a missing one. */
const hasToBe = (what: string) => ({
  error: (issue: { input?: unknown }) => (issue.input === undefined ? "is missing" : `has to be ${what}`),
});

const line = (longest: number) =>
  z
    .string(hasToBe("text"))
    .trim()
    .min(1, "is missing")
    .max(longest, `has more than ${longest} characters`)
    .regex(/^\P{Cc}*$/u, "holds a control character");

const whole = (least: number, most: number) =>
  z
    .int(hasToBe(`a whole number from ${least} to ${most}`))
    .min(least, `has to be ${least} or more`)
    .max(most, `has to be ${most} or less`);

const address = line(500)
  .superRefine((text, context) => {
    const fault = addressFault(text);
    if (fault !== null) context.addIssue({ code: "custom", message: fault });
  })
  .transform((text) => text.replace(/\/+$/, ""));

/** The token path below the sign-in address: people paste the whole address from the service's documentation. */
const TOKEN_PATH = /\/oauth2\/token$/;

/** The shifts of a day at most. */
export const MAX_SHIFTS = 6;

/** The members of a tenancy, validated alike in the provisioning file and on the pages. */
export const tenancyMembers = {
  tenantId: line(100),
  name: line(100),
  slug: slugSchema,
  timeZone: line(100).refine(isTimeZone, "is not an IANA time zone such as Europe/Amsterdam"),
  baseUrl: address,
  authUrl: address.transform((text) => text.replace(TOKEN_PATH, "")),
  clientId: line(300),
  tokenAuth: z.enum(TOKEN_AUTHS, "has to be basic or post"),
  signatureHeader: line(100).regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, "is not the name of a header"),
  dataDelayHours: whole(0, 8760),
  queryDeadlineMinutes: whole(1, 1440),
  syncEnabled: z.boolean(hasToBe("true or false")),
  syncTypes: z
    .array(z.enum(SYNC_TYPES, "has to be indices or chf"), "has to be a list")
    .min(1, "has to name indices, chf or both")
    .transform((types) => [...new Set(types)]),
  backfillDays: whole(0, 365),
  syncEveryMinutes: whole(1, 1440),
  recoveryHours: whole(1, 168),
  shiftTimes: z
    .array(z.string(hasToBe("text")), hasToBe("a list of times"))
    .min(1, "has to name at least one time")
    .max(MAX_SHIFTS, `has more than ${MAX_SHIFTS} times`)
    .refine(
      (times) => times.every((time) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time)),
      "holds a time that is not like 06:00",
    )
    .transform((times) => [...new Set(times)].sort()),
};

/** A secret of a file or of the environment, unchanged. */
export const secretText = z
  .string(hasToBe("text"))
  .min(1, "is empty")
  .max(4_096, "has more than 4,096 characters");

/** A secret pasted into a form, trimmed of white space copied along with it. */
export const typedSecret = z.string(hasToBe("text")).trim().pipe(secretText);

/** A webhook secret of fewer characters can be guessed. */
export const SHORT_SECRET = 16;

// Not a union: its message would be "Invalid input" instead of the fault.
const orNull = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === "" ? null : value), schema.nullable());

const { tenantId, ...settings } = tenancyMembers;

/** The settings form of a tenancy, without the secrets. An empty address or client id becomes null. */
export const tenancySettingsSchema = z.strictObject({
  ...settings,
  baseUrl: orNull(settings.baseUrl),
  authUrl: orNull(settings.authUrl),
  clientId: orNull(settings.clientId),
});
export type TenancySettings = z.output<typeof tenancySettingsSchema>;

/** The members changed in a form; the others keep their stored values. */
export const settingsChangesSchema = tenancySettingsSchema.partial();
export type SettingsChanges = z.output<typeof settingsChangesSchema>;

/** Names of the settings in the audit and in faults, in English. */
export const MEMBER_NAMES: Record<keyof TenancySettings, string> = {
  name: "Name",
  slug: "Name in addresses",
  timeZone: "Time zone",
  baseUrl: "Base address",
  authUrl: "Sign-in address",
  clientId: "Client id",
  tokenAuth: "Credentials are sent as",
  signatureHeader: "Signature header",
  dataDelayHours: "Newest data is behind by",
  queryDeadlineMinutes: "A query is given up after",
  syncEnabled: "Fetch history",
  syncTypes: "Types",
  backfillDays: "History back to",
  syncEveryMinutes: "Fetch every",
  recoveryHours: "Probably recovered after",
  shiftTimes: "Shifts begin at",
};

/** The identity of a new tenancy; the rest is filled in on its page. */
export const newTenancySchema = z
  .strictObject(tenancyMembers)
  .pick({ tenantId: true, name: true, timeZone: true });
export type NewTenancy = z.output<typeof newTenancySchema>;

/** A webhook secret as pages see it: never the secret, nor a part of it. */
export type WebhookSecretLine = {
  id: number;
  createdAt: string;
  createdBy: string;
  lastUsedAt: string | null;
  provisioned: boolean;
  /** False: no key of LEAFWATCH_SECRET_KEYS opens it any more. */
  opens: boolean;
  /** The beginning of its keyed hash: tells it from the others, and nothing of the secret. */
  mark: string;
  /** Accepted notifications that it verified in the last seven days. */
  verified: number;
  /** It is unused while a newer one is used. */
  superseded: boolean;
};

/** Progress of the deletion of a tenancy. */
export type Deletion = { since: string; by: string; rows: number };

/** The result of the last test with the stored values. */
export type Trial = "passed" | "failed" | "untried";

/** Results by part of a connection, each tested with the parts before it; missing if unknown. */
export type Trials = Partial<Record<"addresses" | "client" | "history", Trial>>;

const partSchema = z.object({
  state: z.enum(["passed", "failed", "untried"]),
  /** A text of the values that were tested. */
  key: z.string(),
  /** RFC 3339. */
  at: z.string(),
});

/** The last trial of each part as stored; unreadable ones count as untried. */
export const storedTrialsSchema = z
  .object({ addresses: partSchema, client: partSchema, history: partSchema })
  .partial()
  .catch({});
export type StoredTrials = z.output<typeof storedTrialsSchema>;

/** A tenancy as its admin page shows it: settings, and of secrets only that they exist. */
export type TenancyDetails = TenancySettings & {
  id: number;
  tenantId: string;
  trustedAddresses: boolean;
  /** Members that the provisioning file sets. */
  lockedFields: string[];
  clientSecret: {
    storedAt: string;
    storedBy: string;
    opens: boolean;
    /** When the service last accepted a query sent with it. */
    lastUsedAt: string | null;
    /** The service refused it a token at the last query. */
    refused: boolean;
  } | null;
  webhookSecrets: WebhookSecretLine[];
  /** Results of the last tests that ran with the stored values. */
  trials: Trials;
  /** Null unless it is being deleted. */
  deletion: Deletion | null;
};

/** A tenancy as the list shows it. */
export type TenancySummary = Omit<TenancyRef, "within" | "role" | "shiftTimes"> & {
  /** True if service addresses, client and secret are all stored. */
  queries: boolean;
  syncEnabled: boolean;
  webhookSecrets: number;
  lastNotificationAt: string | null;
  lastReadingAt: string | null;
  lastError: string | null;
  provisioned: boolean;
  deleting: boolean;
};
