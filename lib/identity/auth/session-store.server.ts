import "server-only";
import { batchedInTurn } from "@/lib/base/core/shared-read";
import { getPool } from "@/lib/base/db/pool.server";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { Transaction } from "@/lib/base/db/transaction.server";
import { accessPayload, EVENT_CHANNEL } from "@/lib/base/events/contract";
import type { Account } from "./store.server";

/** The place of a session: the address of the client, and the browser by its own name. */
export type Place = { address: string; browser: string };

/**
 * Stores a session and deletes expired ones.
 * @returns false if the account was disabled or its sessions were ended since its version was read
 */
export async function insertSession(
  session: Place & { id: string; userId: number; version: number; days: number; singleSignOn: boolean },
): Promise<boolean> {
  const { id, userId, version, days, address, browser, singleSignOn } = session;
  await getPrisma().userSession.deleteMany({ where: { expiresAt: { lt: new Date() } } });
  const made = await getPrisma().$executeRaw`
    INSERT INTO user_sessions (id, user_id, version, expires_at, address, browser, single_sign_on)
    SELECT ${id}, id, session_version, now() + make_interval(days => ${days}), ${address}, ${browser}, ${singleSignOn}
    FROM users WHERE id = ${userId} AND session_version = ${version} AND disabled_at IS NULL FOR SHARE`;
  return made === 1;
}

/** `areas` as stored; `readLimits` reads them. */
type Found = Pick<Account, "id" | "name" | "role"> & {
  areas: unknown;
  createdAt: Date;
  lastSeenAt: Date;
  address: string;
  hasSecondFactor: boolean;
  singleSignOn: boolean;
};

/** The account of an active session; null for any other. Batched per turn. */
export async function findSession(sid: string, userId: number): Promise<Found | null> {
  const found = await sessionOf(sid);
  return found?.id === userId ? found : null;
}

const sessionOf = batchedInTurn(async (sids: string[]) => {
  // Straight from the pool: every request reads it, and Prisma's own work would be the larger part.
  const { rows } = await getPool().query<Found & { sid: string }>(
    `SELECT s.id AS sid, u.id, u.name, u.role, u.areas, s.last_seen_at AS "lastSeenAt", s.address,
       s.created_at AS "createdAt", s.single_sign_on AS "singleSignOn", u.totp_since IS NOT NULL AS "hasSecondFactor"
     FROM user_sessions s JOIN users u ON u.id = s.user_id
     WHERE s.id = ANY($1) AND s.expires_at > now()
       AND s.version = u.session_version AND u.disabled_at IS NULL`,
    [sids],
  );
  return new Map(rows.map((row) => [row.sid, row]));
});

/** Records when and from where a session was last used. */
export async function touchSession(id: string, address: string): Promise<void> {
  await getPrisma().userSession.updateMany({ where: { id }, data: { lastSeenAt: new Date(), address } });
}

/** The sessions of a person, the last seen first; times are RFC 3339, UTC. */
export async function listSessions(userId: number) {
  const rows = await getPrisma().userSession.findMany({
    where: { userId, expiresAt: { gt: new Date() } },
    omit: { userId: true, version: true, singleSignOn: true },
    orderBy: [{ lastSeenAt: "desc" }, { id: "asc" }],
  });
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }));
}

/**
 * Returns true while a session of a person exists, and locks it: whoever ends it waits for the end of the transaction,
 * and then finds the rows that were attached to it.
 */
export async function holdSession(tx: Transaction, id: string, userId: number): Promise<boolean> {
  const held = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM user_sessions WHERE id = ${id} AND user_id = ${userId} FOR KEY SHARE`;
  return held.length > 0;
}

/**
 * Ends sessions of a person: one (`only`), all, or all but one (`except`). The last two raise the version that sessions
 * are checked against, so that a concurrent sign-in begins none. Notifies open event streams. Push subscriptions of the
 * ended sessions are deleted; with all sessions, and all but one, also those without a session.
 * @returns the number of ended sessions
 */
export async function deleteSessions(
  tx: Transaction,
  userId: number,
  which: { only: string } | { except: string } | "all",
): Promise<number> {
  const id = which === "all" ? undefined : "only" in which ? which.only : { not: which.except };
  const { count } = await tx.userSession.deleteMany({ where: { userId, id } });
  if (which === "all" || "except" in which) {
    const { sessionVersion: version } = await tx.user.update({
      where: { id: userId },
      data: { sessionVersion: { increment: 1 } },
      select: { sessionVersion: true },
    });
    await tx.userSession.updateMany({
      where: { userId, id: which === "all" ? "" : which.except },
      data: { version },
    });
  }
  // After the sessions: one that is being added in an ending session exists by now (see holdSession).
  await tx.pushSubscription.deleteMany({ where: { userId, ...devicesOf(which) } });
  await tx.$executeRaw`SELECT pg_notify(${EVENT_CHANNEL}, ${accessPayload(userId)})`;
  return count;
}

function devicesOf(which: Parameters<typeof deleteSessions>[2]) {
  if (which === "all") return {};
  if ("only" in which) return { sessionId: which.only };
  return { OR: [{ sessionId: null }, { sessionId: { not: which.except } }] };
}
