import "server-only";
import { Prisma } from "@/generated/prisma/client";

/** The rule of `standingOf` in SQL, for `alerts a LEFT JOIN alert_handlings h`. Never null. */

const acknowledged = Prisma.sql`(h.acknowledged_at IS NOT NULL
  AND (h.acknowledged_rank IS NULL OR a.rank <= h.acknowledged_rank))`;

const recovered = Prisma.sql`(h.recovery_confirmed_at IS NOT NULL
  AND (a.severity_since IS NULL OR a.severity_since <= h.recovery_confirmed_at))`;

const snoozed = Prisma.sql`(h.snoozed_at IS NOT NULL AND (h.snoozed_rank IS NULL OR a.rank <= h.snoozed_rank)
  AND (h.snoozed_until IS NULL OR h.snoozed_until > now()))`;

const inHand = Prisma.sql`(${acknowledged} OR ${recovered})`;

/** Where an alert stands on the desk: every open one in exactly one of the three. */
export const DESK = {
  attention: Prisma.sql`(a.status = 'open' AND NOT ${inHand} AND NOT ${snoozed})`,
  acknowledged: Prisma.sql`(a.status = 'open' AND ${inHand})`,
  snoozed: Prisma.sql`(a.status = 'open' AND NOT ${inHand} AND ${snoozed})`,
};

export const ownerColumn = Prisma.sql`coalesce(h.owner, h.acknowledged_by)`;
