import { z } from "zod";

const days = (least: number, most: number) =>
  z
    .int("has to be a whole number of days")
    .min(least, `has to be ${least} days or more`)
    .max(most, `has to be ${most} days or less`);

/**
 * How long what is kept, in days; null is for ever. Alerts, notifications and readings are never pruned.
 */
export const retentionMembers = {
  /** The bytes of notifications that were applied; what was understood of them stays. */
  bodiesDays: days(7, 36_500).nullable(),
  /** Requests whose signature failed. */
  rejectedDays: days(1, 365),
  auditDays: days(30, 36_500).nullable(),
  /** What was sent to whom, of alerts that are closed. */
  noticesDays: days(7, 36_500).nullable(),
  /** What is known of queries that are over, and their rows that could not be stored. */
  queriesDays: days(7, 36_500).nullable(),
  /** Times in which no notification could be taken in. */
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

/** How the members are called on the page, in the audit and by the commands. */
export const RETENTION_NAMES: Record<RetentionMember, string> = {
  bodiesDays: "Bytes of notifications",
  rejectedDays: "Refused requests",
  auditDays: "Audit",
  noticesDays: "Notices that were sent",
  queriesDays: "Queries that are over",
  outagesDays: "Times without reception",
};

/** The settings with those that the provisioning file sets. */
export type RetentionState = { retention: Retention; locked: RetentionMember[] };

/** What a pruning took away, or would, in rows. */
export type Pruned = Record<RetentionMember, number>;
