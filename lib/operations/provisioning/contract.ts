import { z } from "zod";
import { CHANNELS, ruleMembers, teamRuleMembers } from "@/lib/alerting/notices/contract";
import { roleSchema } from "@/lib/base/core/access";
import { boardsSchema, screenViewSchema } from "@/lib/display/screens/boards";
import { screenMembers } from "@/lib/display/screens/contract";
import { retentionMembers } from "@/lib/farm/retention/contract";
import { tenancyMembers } from "@/lib/farm/tenancies/contract";
import { areaLimitSchema } from "@/lib/identity/actor/contract";
import { backupMembers } from "@/lib/operations/backup/contract";

/** A secret in the file, given as text or by its source. */
export const secretSource = z.union(
  [z.string(), z.strictObject({ env: z.string().min(1) }), z.strictObject({ file: z.string().min(1) })],
  {
    error: (issue) =>
      issue.input === undefined ? "is missing" : 'has to be text, {"env": "NAME"} or {"file": "path"}',
  },
);
export type SecretSource = z.infer<typeof secretSource>;

const role = roleSchema;
const name = tenancyMembers.name;
const email = z.email("has to be an e-mail address").max(254).toLowerCase();

/** Areas that a grower or viewer is limited to; with one tenancy, plain paths; each with its own role, else that of the user. Null means everything. */
const areas = z
  .array(
    z.union([z.string().min(1).max(4_000), areaLimitSchema], {
      error: () => 'has to be a path or {"tenantId": "…", "path": "…", "role": "…"}',
    }),
    "has to be a list, or null for everything",
  )
  .min(1, "has none: null is everything")
  .max(200, "has more than 200")
  .nullable();

const tenancy = z.strictObject({
  tenantId: tenancyMembers.tenantId,
  name,
  timeZone: tenancyMembers.timeZone,
  baseUrl: tenancyMembers.baseUrl.optional(),
  authUrl: tenancyMembers.authUrl.optional(),
  clientId: tenancyMembers.clientId.optional(),
  clientSecret: secretSource.optional(),
  tokenAuth: tenancyMembers.tokenAuth.optional(),
  webhookSecrets: z.array(secretSource, "has to be a list").optional(),
  signatureHeader: tenancyMembers.signatureHeader.optional(),
  dataDelayHours: tenancyMembers.dataDelayHours.optional(),
  queryDeadlineMinutes: tenancyMembers.queryDeadlineMinutes.optional(),
  recoveryHours: tenancyMembers.recoveryHours.optional(),
  shiftTimes: tenancyMembers.shiftTimes.optional(),
  sync: z
    .strictObject({
      enabled: tenancyMembers.syncEnabled.optional(),
      types: tenancyMembers.syncTypes.optional(),
      backfillDays: tenancyMembers.backfillDays.optional(),
      everyMinutes: tenancyMembers.syncEveryMinutes.optional(),
    })
    .optional(),
});

/** A clock time in the site's zone, as minutes after midnight. */
const clock = z
  .string('has to be a time such as "22:00"')
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'has to be a time such as "22:00"')
  .transform((text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3)));

/** Minimum rank of alerts, by severity. */
const RANKS = { all: 0, LOW: 1, MEDIUM: 2, HIGH: 3 } as const;

const severity = z.enum(["HIGH", "MEDIUM", "LOW", "all"], "has to be HIGH, MEDIUM, LOW or all");
const channels = z
  .array(z.enum(CHANNELS, "has to be push or email"), "has to be a list")
  .min(1, "has to name push, email or both");

/** What notice rules of people and teams share. */
const sending = {
  name,
  tenantId: tenancyMembers.tenantId.optional(),
  quietHours: z
    .strictObject({ from: clock, to: clock })
    .refine(({ from, to }) => from !== to, { path: ["to"], error: "is the start too: they would never end" })
    .nullable()
    .default(null),
  remindMinutes: ruleMembers.remindMinutes.default(null),
};

/** A notice rule: person, alerts, channels and quiet hours. */
const noticeRuleMembers = z.strictObject({
  email,
  /** All tenancies that the person may see, including later ones. */
  allSites: z.boolean("has to be true or false").default(false),
  severity: severity.default("MEDIUM").transform((one) => RANKS[one]),
  types: ruleMembers.types.default([]),
  area: ruleMembers.areaPath.default(null),
  channels: channels.default(["push"]),
  ...sending,
});

/** A notice rule for everybody with a role at a tenancy. */
const teamRule = z.strictObject({
  severity: severity.default("HIGH").transform((one) => RANKS[one]),
  areas: teamRuleMembers.areaPaths.default([]),
  channels: channels.default([...CHANNELS]),
  binding: z.boolean("has to be true or false").default(false),
  ...sending,
});
const noticeRule = noticeRuleMembers
  .refine((rule) => !rule.allSites || rule.tenantId === undefined, {
    path: ["tenantId"],
    error: "has to be left out: the rule is for all sites",
  })
  .refine((rule) => !rule.allSites || rule.area === null, {
    path: ["area"],
    error: "has to be left out: an area belongs to one site, and the rule is for all",
  });

/** The provisioning file (docs/spec/http-contract.md "Provisioning file") before its secrets are read. */
export const provisioningSchema = z.strictObject({
  tenancies: z.array(tenancy, "has to be a list").default([]),
  users: z
    .array(
      z.strictObject({ email, name: name.optional(), password: secretSource, role, areas: areas.optional() }),
      "has to be a list",
    )
    .default([]),
  apiTokens: z
    .array(
      z.strictObject({
        name,
        token: secretSource,
        role: role.default("viewer"),
        areas: areas.optional(),
        expiresAt: z.iso
          .datetime({ offset: true, error: 'has to be a time such as "2027-01-31T00:00:00Z", or null' })
          .nullable()
          .optional(),
      }),
      "has to be a list",
    )
    .default([]),
  screens: z
    .array(
      z.strictObject({
        name,
        token: secretSource,
        view: screenViewSchema.default("alerts"),
        tenantId: tenancyMembers.tenantId.optional(),
        place: screenMembers.place.optional(),
        boards: boardsSchema.optional(),
        sound: screenMembers.sound.optional(),
      }),
      "has to be a list",
    )
    .default([]),
  noticeRules: z.array(noticeRule, "has to be a list").default([]),
  teamRules: z.array(teamRule, "has to be a list").default([]),
  retention: z.strictObject(retentionMembers).partial().default({}),
  backups: z
    .strictObject(backupMembers)
    .partial()
    .refine(({ at, everyHours }) => at == null || everyHours == null, {
      path: ["everyHours"],
      error: "has to be left out: a time of day is set",
    })
    .default({}),
});
export type ProvisioningText = z.output<typeof provisioningSchema>;

type Opened<T, K extends keyof T> = Omit<T, K> & { [P in K]: string };
type TenancyText = ProvisioningText["tenancies"][number];

/** The provisioning file with its secrets read and checked. */
export type Provisioning = {
  tenancies: (Omit<TenancyText, "clientSecret" | "webhookSecrets"> & {
    clientSecret?: string | undefined;
    webhookSecrets?: string[] | undefined;
  })[];
  users: Opened<ProvisioningText["users"][number], "password">[];
  apiTokens: Opened<ProvisioningText["apiTokens"][number], "token">[];
  screens: Opened<ProvisioningText["screens"][number], "token">[];
  noticeRules: ProvisioningText["noticeRules"];
  teamRules: ProvisioningText["teamRules"];
  retention: ProvisioningText["retention"];
  backups: ProvisioningText["backups"];
};
export type ProvisionedTenancy = Provisioning["tenancies"][number];
