import { z } from "zod";

const days = (least: number, most: number) =>
  z
    .int("has to be a whole number of days")
    .min(least, `has to be ${least} days or more`)
    .max(most, `has to be ${most} days or less`);

/** Retention in days; null keeps data for ever. Alerts, notifications and readings are never pruned. */
export const retentionMembers = {
  /** Bodies of applied notifications; their parsed content stays. */
  bodiesDays: days(7, 36_500).nullable(),
  /** Requests with a failed signature. */
  rejectedDays: days(1, 365),
  auditDays: days(30, 36_500).nullable(),
  /** Sent notices of closed alerts. */
  noticesDays: days(7, 36_500).nullable(),
  /** Queries that are over, with their rejected rows. */
  queriesDays: days(7, 36_500).nullable(),
  /** Outages: times in which no notification could be received. */
  outagesDays: days(30, 36_500).nullable(),
};

export const retentionSchema = z.strictObject(retentionMembers);
export type Retention = z.output<typeof retentionSchema>;
export type RetentionMember = keyof Retention;

export const DEFAULT_RETENTION: Retention = {
  bodiesDays: null,
  rejectedDays: 7,
  auditDays: null,
  noticesDays: 365,
  queriesDays: 365,
  outagesDays: null,
};

/** Names of the settings on the page, in the audit and in commands. */
export const RETENTION_NAMES: Record<RetentionMember, string> = {
  bodiesDays: "Bytes of notifications",
  rejectedDays: "Rejected requests",
  auditDays: "Audit",
  noticesDays: "Sent notices",
  queriesDays: "Finished queries",
  outagesDays: "Outages",
};

/** The settings, and which of them the provisioning file locks. */
export type RetentionState = { retention: Retention; locked: RetentionMember[] };

/** Rows that pruning affected, or would. */
export type Pruned = Record<RetentionMember, number>;
