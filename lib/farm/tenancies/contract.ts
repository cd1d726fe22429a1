import { z } from "zod";
import type { AreaLimits } from "@/lib/base/core/area-limits";
import { isTimeZone } from "@/lib/base/core/time";
import { addressFault } from "./address-fault";

/** A tenancy as other domains need it: no addresses, no secrets. */
export type TenancyRef = {
  /** `tenancies.id`, the first part of every key. */
  id: number;
  tenantId: string;
  name: string;
  /** IANA name; days are cut with it. */
  timeZone: string;
  /** What of it the actor may see. */
  within: AreaLimits;
};

/** The key of a tenancy and what of it may be seen: reads take both, so that none forgets the second. */
export type Scope = Pick<TenancyRef, "id" | "within">;

export const TOKEN_AUTHS = ["basic", "post"] as const;
export const SYNC_TYPES = ["indices", "chf"] as const;
export type SyncType = (typeof SYNC_TYPES)[number];
export const SYNC_TYPE_NAMES: Record<SyncType, string> = { indices: "Indices", chf: "ChF measurements" };

/** All that a call of the service needs, the opened client secret included: never for pages. */
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

/** A webhook secret, opened, with the header that its signature comes in. */
export type WebhookKey = {
  tenancyId: number;
  tenantId: string;
  secretId: number;
  header: string;
  secret: string;
};

/** What a sealed client secret is bound to. */
export const clientSecretPurpose = (tenantId: string) => `client-secret:${tenantId}`;
/** What a sealed webhook secret is bound to: its row, known by the fingerprint that was stored with it. */
export const webhookSecretPurpose = (tenantId: string, fingerprint: string) => ({
  name: `webhook-secret:${tenantId}:${fingerprint}`,
  before: `webhook-secret:${tenantId}`,
});

/** The complaint about a value of the wrong type, which may simply not be there. */
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

/** Where tokens are asked for below it: people paste the whole address of the service's documentation. */
const TOKEN_PATH = /\/oauth2\/token$/;

/** The members of a tenancy, checked alike in the provisioning file and in the pages. */
export const tenancyMembers = {
  tenantId: line(100),
  name: line(100),
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
};

/** A secret of a file or of the environment, taken as it is. */
export const secretText = z
  .string(hasToBe("text"))
  .min(1, "is empty")
  .max(4_096, "has more than 4,096 characters");

/** A secret as somebody pastes it into a form: what stands around it came along from the page that it was copied from. */
export const typedSecret = z.string(hasToBe("text")).trim().pipe(secretText);

/** A webhook secret that is shorter can be guessed. */
export const SHORT_SECRET = 16;

// No union: it would say "Invalid input" instead of what is wrong.
const orNull = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === "" ? null : value), schema.nullable());

/** The settings form of a tenancy: everything but the secrets. An empty address or client id is none. */
export const tenancySettingsSchema = z.strictObject({
  name: tenancyMembers.name,
  timeZone: tenancyMembers.timeZone,
  baseUrl: orNull(tenancyMembers.baseUrl),
  authUrl: orNull(tenancyMembers.authUrl),
  clientId: orNull(tenancyMembers.clientId),
  tokenAuth: tenancyMembers.tokenAuth,
  signatureHeader: tenancyMembers.signatureHeader,
  dataDelayHours: tenancyMembers.dataDelayHours,
  queryDeadlineMinutes: tenancyMembers.queryDeadlineMinutes,
  syncEnabled: tenancyMembers.syncEnabled,
  syncTypes: tenancyMembers.syncTypes,
  backfillDays: tenancyMembers.backfillDays,
  syncEveryMinutes: tenancyMembers.syncEveryMinutes,
  recoveryHours: tenancyMembers.recoveryHours,
});
export type TenancySettings = z.output<typeof tenancySettingsSchema>;

/** What a form saves: the members that were changed in it. The others keep what is stored by then. */
export const settingsChangesSchema = tenancySettingsSchema.partial();
export type SettingsChanges = z.output<typeof settingsChangesSchema>;

/** How the members of the settings are called on the page and in the audit. */
export const MEMBER_NAMES: Record<keyof TenancySettings, string> = {
  name: "Name",
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
};

/** A new tenancy begins with who it is; the rest is filled in on its page. */
export const newTenancySchema = z.strictObject({
  tenantId: tenancyMembers.tenantId,
  name: tenancyMembers.name,
  timeZone: tenancyMembers.timeZone,
});
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
  /** How many accepted notifications it verified within the last seven days. */
  verified: number;
  /** It has gone unused while a newer one is used. */
  superseded: boolean;
};

/** How far the deletion of a tenancy is. */
export type Deletion = { since: string; by: string; rows: number };

/** What came of trying what is stored. */
export type Trial = "passed" | "failed" | "untried";

/** The parts of a connection that a test tries, each with the ones before it; missing where nothing is known. */
export type Trials = Partial<Record<"addresses" | "client" | "history", Trial>>;

const partSchema = z.object({
  state: z.enum(["passed", "failed", "untried"]),
  /** With which values, a text of them. */
  key: z.string(),
  /** RFC 3339. */
  at: z.string(),
});

/** The last trial of each part as it is stored. What cannot be read was not tried. */
export const storedTrialsSchema = z
  .object({ addresses: partSchema, client: partSchema, history: partSchema })
  .partial()
  .catch({});
export type StoredTrials = z.output<typeof storedTrialsSchema>;

/** A tenancy as its admin page sees it: settings, and of secrets only that they are there. */
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
    /** When the service last took a query that was sent with it. */
    lastUsedAt: string | null;
    /** The last query that tried it was given no token with it. */
    refused: boolean;
  } | null;
  webhookSecrets: WebhookSecretLine[];
  /** What the last test of each part came to, where it was run with what is stored now. */
  trials: Trials;
  /** While it is being deleted. */
  deletion: Deletion | null;
};

/** A tenancy as the list shows it. */
export type TenancySummary = Omit<TenancyRef, "within"> & {
  /** Service address, client and secret are all there. */
  queries: boolean;
  syncEnabled: boolean;
  webhookSecrets: number;
  lastNotificationAt: string | null;
  lastReadingAt: string | null;
  lastError: string | null;
  provisioned: boolean;
  deleting: boolean;
};
