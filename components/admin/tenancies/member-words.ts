import type { PlainKey } from "@/lib/base/words/messages";
import type { TenancySettings } from "@/lib/farm/tenancies/contract";

/** Labels of the settings. */
export const MEMBER_WORDS = {
  name: "admin.tenancies.member.name",
  slug: "admin.tenancies.member.slug",
  timeZone: "admin.tenancies.member.timeZone",
  baseUrl: "admin.tenancies.member.baseUrl",
  authUrl: "admin.tenancies.member.authUrl",
  clientId: "admin.tenancies.member.clientId",
  tokenAuth: "admin.tenancies.member.tokenAuth",
  signatureHeader: "admin.tenancies.member.signatureHeader",
  dataDelayHours: "admin.tenancies.member.dataDelayHours",
  queryDeadlineMinutes: "admin.tenancies.member.queryDeadlineMinutes",
  syncEnabled: "admin.tenancies.member.syncEnabled",
  syncTypes: "admin.tenancies.member.syncTypes",
  backfillDays: "admin.tenancies.member.backfillDays",
  syncEveryMinutes: "admin.tenancies.member.syncEveryMinutes",
  recoveryHours: "admin.tenancies.member.recoveryHours",
  shiftTimes: "admin.tenancies.member.shiftTimes",
} as const satisfies Record<keyof TenancySettings, PlainKey>;
