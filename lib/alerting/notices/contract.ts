import { z } from "zod";
import { ALERT_TYPES, CATEGORIES } from "@/lib/alerting/alerts/contract";
import { formatCount } from "@/lib/base/core/numbers";
import type { JobPayloads } from "@/lib/base/queue/contract";

/** The ways to send a notice. */
export const CHANNELS = ["push", "email"] as const;
export type Channel = (typeof CHANNELS)[number];

/** The alert was raised, its severity increased, or nobody acknowledged it yet. */
export type NoticeKind = "raised" | "rose" | "reminder";

/** Alert types, then the categories of plant alerts. */
export const SUBJECTS = [...ALERT_TYPES, ...CATEGORIES] as const;

/** Notices to a device stop after this many failures in a row. */
export const MAX_FAILURES = 20;

const MINUTES_PER_DAY = 1_440;
export const MAX_REMINDER_MINUTES = 7 * MINUTES_PER_DAY;
const minuteOfDay = z
  .int()
  .min(0)
  .max(MINUTES_PER_DAY - 1);

/** A push subscription as the browser makes it (RFC 8030, RFC 8291), and the words for its device. */
export const deviceInputSchema = z.strictObject({
  endpoint: z.url("is not an address").max(2_000),
  p256dh: z.string().regex(/^[\w-]{87}=?$/, "is not a public key"),
  auth: z.string().regex(/^[\w-]{22}={0,2}$/, "is not a secret of a subscription"),
  device: z.string().trim().min(1).max(100),
});
export type DeviceInput = z.output<typeof deviceInputSchema>;

/** The members of a rule with the same checks in the provisioning file and in the form. */
export const ruleMembers = {
  types: z
    .array(z.enum(SUBJECTS, `has to be one of ${SUBJECTS.join(", ")}`), "has to be a list")
    .max(SUBJECTS.length, "names one twice"),
  areaPath: z.string("has to be a path, or null for everywhere").min(1, "is empty").max(1_000).nullable(),
  remindMinutes: z
    .int("is not a whole number of minutes")
    .min(1, "has to be 1 or more")
    .max(
      MAX_REMINDER_MINUTES,
      `has to be ${formatCount(MAX_REMINDER_MINUTES)} or less: ${MAX_REMINDER_MINUTES / MINUTES_PER_DAY} days`,
    )
    .nullable(),
};

const AREA_NEEDS_SITE = "Belongs to one site: choose that site, or all areas";

/** The tenancy number of a rule for all sites in the database; no tenancy has it. */
export const ALL_SITES = 0;

/** When and how a rule sends. Quiet hours are minutes after midnight in site time, both or neither. */
const sending = {
  minRank: z.int().min(0).max(3),
  push: z.boolean(),
  email: z.boolean(),
  quietFrom: minuteOfDay.nullable(),
  quietTo: minuteOfDay.nullable(),
  remindMinutes: ruleMembers.remindMinutes,
};
type Sending = z.output<z.ZodObject<typeof sending>>;

const NEEDS_CHANNEL = {
  path: ["push"],
  error: "Choose devices, email or both: else nothing is sent",
};
const NEEDS_BOTH_TIMES = { path: ["quietTo"], error: "Quiet hours need a start and an end" };
const NEEDS_AN_END = {
  path: ["quietTo"],
  error: "Quiet hours that start and end together would never end",
};
const hasChannel = (rule: Sending) => rule.push || rule.email;
const hasBothTimes = (rule: Sending) => (rule.quietFrom === null) === (rule.quietTo === null);
const hasEnd = (rule: Sending) => rule.quietFrom === null || rule.quietFrom !== rule.quietTo;

/** A rule as its form sends it. */
export const ruleInputSchema = z
  .strictObject({
    /** Left out: a new rule. */
    id: z.int().optional(),
    /** A tenantId; null: all tenancies that the person may see, later ones included. */
    tenant: z.string().min(1).nullable(),
    types: ruleMembers.types,
    areaPath: ruleMembers.areaPath,
    ...sending,
  })
  .refine(hasChannel, NEEDS_CHANNEL)
  .refine((rule) => rule.tenant !== null || rule.areaPath === null, {
    path: ["areaPath"],
    error: AREA_NEEDS_SITE,
  })
  .refine(hasBothTimes, NEEDS_BOTH_TIMES)
  .refine(hasEnd, NEEDS_AN_END);
export type RuleInput = z.output<typeof ruleInputSchema>;

/** The members of a team rule with the same checks in the provisioning file and in the form. */
export const teamRuleMembers = {
  /** Control areas, each with all below it; empty: everywhere. */
  areaPaths: z
    .array(z.string("has to be a path").min(1, "is empty").max(1_000), "has to be a list of paths")
    .max(50, "has more than 50"),
};

/** A rule for everybody with a role at a tenancy, as its form sends it. */
export const teamRuleInputSchema = z
  .strictObject({
    /** Left out: a new rule. */
    id: z.int().optional(),
    tenantId: z.string().min(1),
    areaPaths: teamRuleMembers.areaPaths,
    /** Nobody can mute it. */
    binding: z.boolean(),
    ...sending,
  })
  .refine(hasChannel, NEEDS_CHANNEL)
  .refine(hasBothTimes, NEEDS_BOTH_TIMES)
  .refine(hasEnd, NEEDS_AN_END);
export type TeamRuleInput = z.output<typeof teamRuleInputSchema>;

/** A stored team rule. */
export type TeamRule = Omit<TeamRuleInput, "tenantId"> & {
  id: number;
  /** The provisioning file sets it. */
  provisioned: boolean;
};

/** A team rule as somebody whom it is for sees it: `areaPaths` only with areas whose names they may see. */
export type OwnTeamRule = TeamRule & { tenant: string; tenancyName: string; muted: boolean };

/** The rule that one press creates: HIGH everywhere, by every channel, at any time. */
export const HIGH_RULE: Omit<TeamRuleInput, "tenantId"> = {
  ...{ minRank: 3, areaPaths: [], push: true, email: true, binding: false },
  ...{ quietFrom: null, quietTo: null, remindMinutes: null },
};

/** Why a team rule reaches somebody by no channel, or not by all of its channels. */
export type Unreached = "invited" | "other-areas" | "muted" | "no-device" | "no-mail-server" | "no-channel";

/** Whether a team rule reaches a person. */
export type Reach = { userId: number; name: string; by: Channel[]; lacks: Unreached | null };

/** Who is told of HIGH alerts at a tenancy, by rules of people and of the team. */
export type HighCoverage = {
  /** People whom a rule reaches by at least one channel. */
  people: number;
  /** One of them is told of every HIGH alert, wherever and whatever it is. */
  complete: boolean;
};

/** The page of a tenancy's team rules. */
export type TeamNotices = {
  rules: { rule: TeamRule; reach: Reach[] }[];
  high: HighCoverage;
  canMail: boolean;
};

/** A stored rule. */
export type Rule = RuleInput & {
  id: number;
  /** Null: all sites. */
  tenancyName: string | null;
  /** The provisioning file sets it. */
  provisioned: boolean;
};

/** A device as its owner sees it, without its address: whoever has that can send to it. */
export type Device = {
  id: number;
  device: string;
  createdAt: string;
  lastSentAt: string | null;
  failures: number;
  /** SHA-256 of its address, hex: a browser finds itself in the list by it. */
  fingerprint: string;
};

/** The notices page of a person. */
export type NoticesPage = {
  devices: Device[];
  rules: Rule[];
  /** The rules of the person's teams. */
  teamRules: OwnTeamRule[];
  /** The key that subscriptions of this server are bound to (RFC 8292), base64url. */
  pushKey: string;
  email: { address: string; configured: boolean };
};

/** The outcome of a test notice for one device or address. */
export type TestOutcome = { way: "device" | "email"; to: string; error: string | null };

/** A message is about one alert, or several in one: many at once, held in quiet hours, or missed. */
export type MessageReason = JobPayloads["send-notice"]["why"];
