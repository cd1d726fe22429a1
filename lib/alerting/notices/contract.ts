import { z } from "zod";
import { ALERT_TYPES, CATEGORIES } from "@/lib/alerting/alerts/contract";
import type { JobPayloads } from "@/lib/base/queue/contract";

/** How a person is told. */
export const CHANNELS = ["push", "email"] as const;
export type Channel = (typeof CHANNELS)[number];

/** What a notice says: it began, it got worse, nobody has it in hand yet. */
export const NOTICE_KINDS = ["raised", "rose", "reminder"] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** What alerts are about, in both shapes of notifications: types, then categories. */
export const SUBJECTS = [...ALERT_TYPES, ...CATEGORIES] as const;

/** A push service takes no notice for a device any more after so many failures in a row. */
export const MAX_FAILURES = 20;

const MINUTES_PER_DAY = 1_440;
const MAX_REMINDER_MINUTES = 7 * MINUTES_PER_DAY;
const minuteOfDay = z
  .int()
  .min(0)
  .max(MINUTES_PER_DAY - 1);

/** What the browser hands over when a person allows a device: RFC 8030 and 8291. */
export const deviceInputSchema = z.strictObject({
  endpoint: z.url("is not an address").max(2_000),
  p256dh: z.string().regex(/^[\w-]{87}=?$/, "is not a public key"),
  auth: z.string().regex(/^[\w-]{22}={0,2}$/, "is not a secret of a subscription"),
  device: z.string().trim().min(1).max(100),
});
export type DeviceInput = z.output<typeof deviceInputSchema>;

/** The members of a rule that are checked alike in the provisioning file and on the page. */
export const ruleMembers = {
  types: z
    .array(z.enum(SUBJECTS, `has to be one of ${SUBJECTS.join(", ")}`), "has to be a list")
    .max(SUBJECTS.length, "names one twice"),
  areaPath: z.string("has to be a path, or null for everywhere").min(1, "is empty").max(1_000).nullable(),
  remindMinutes: z
    .int("is not a whole number of minutes")
    .min(1, "has to be 1 or more")
    .max(MAX_REMINDER_MINUTES, "has to be 10,080 or less: 7 days")
    .nullable(),
};

/** Why a rule for all sites names no area. */
export const AREA_NEEDS_SITE = "Belongs to one site: choose that site, or all areas";

/** What stands for the tenancy of a rule for all sites in the database: none has this id. */
export const ALL_SITES = 0;

/** The form of a rule. Quiet hours are minutes after midnight in site time, both or neither. */
export const ruleInputSchema = z
  .strictObject({
    /** Left out: a new rule. */
    id: z.int().optional(),
    /** Null: all tenancies that the person may see, also those that are connected later. */
    tenant: z.string().min(1).nullable(),
    minRank: z.int().min(0).max(3),
    types: ruleMembers.types,
    areaPath: ruleMembers.areaPath,
    push: z.boolean(),
    email: z.boolean(),
    quietFrom: minuteOfDay.nullable(),
    quietTo: minuteOfDay.nullable(),
    remindMinutes: ruleMembers.remindMinutes,
  })
  .refine((rule) => rule.push || rule.email, {
    path: ["push"],
    error: "Choose devices, e-mail or both: else nothing is sent",
  })
  .refine((rule) => rule.tenant !== null || rule.areaPath === null, {
    path: ["areaPath"],
    error: AREA_NEEDS_SITE,
  })
  .refine((rule) => (rule.quietFrom === null) === (rule.quietTo === null), {
    path: ["quietTo"],
    error: "Quiet hours need a start and an end",
  })
  .refine((rule) => rule.quietFrom === null || rule.quietFrom !== rule.quietTo, {
    path: ["quietTo"],
    error: "Quiet hours that start and end together would never end",
  });
export type RuleInput = z.output<typeof ruleInputSchema>;

export type Rule = Omit<RuleInput, "id" | "tenant"> & {
  id: number;
  /** Null: all sites. */
  tenantId: string | null;
  tenancyName: string | null;
  /** The provisioning file sets it. */
  provisioned: boolean;
};

/** A device as its owner sees it: never its address, which anybody could send to. */
export type Device = {
  id: number;
  device: string;
  createdAt: string;
  lastSentAt: string | null;
  failures: number;
  /** A hash by which a browser finds itself in the list. */
  fingerprint: string;
};

/** What the page of a person shows. */
export type NoticesPage = {
  devices: Device[];
  rules: Rule[];
  /** The key that subscriptions of this server are bound to (RFC 8292), base64url. */
  pushKey: string;
  email: { address: string; configured: boolean };
};

/** What became of a test, for each way. */
export type TestOutcome = { way: "device" | "email"; to: string; error: string | null };

/** What a message is about: one alert, or several told together. */
export type MessageReason = JobPayloads["send-notice"]["why"];
