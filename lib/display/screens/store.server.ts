import "server-only";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { Transaction } from "@/lib/base/db/transaction.server";
import { type Command, commandPayload, EVENT_CHANNEL } from "@/lib/base/events/contract";
import { type Board, boardsOfView, boardsSchema, screenViewSchema } from "./boards";
import { type Gap, readGaps } from "./contact";
import type { Report, ScreenLine } from "./contract";

/** The settings of a screen as they are stored. */
export type ScreenRow = {
  name: string;
  place: string | null;
  view: string;
  boards: Board[];
  sound: boolean;
  tenancyId: number;
};

/** Lists all screens without their token hashes, those in use first. */
export async function listScreenLines(): Promise<ScreenLine[]> {
  const rows = await getPrisma().screen.findMany({
    omit: { tokenHash: true },
    orderBy: [{ revokedAt: { sort: "desc", nulls: "first" } }, { name: "asc" }],
  });
  const tenancies = await getPrisma().tenancy.findMany({
    select: { id: true, tenantId: true, name: true },
    orderBy: { id: "asc" },
  });
  return rows.map(({ tenancyId, view, width, height, pixelRatio, ...row }) => {
    const tenancy = tenancyId === null ? tenancies[0] : tenancies.find(({ id }) => id === tenancyId);
    return {
      ...row,
      boards: boardsOf({ view, boards: row.boards }),
      tenantId: tenancy?.tenantId ?? null,
      tenancyName: tenancy?.name ?? null,
      createdAt: row.createdAt.toISOString(),
      lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
      revokedAt: row.revokedAt?.toISOString() ?? null,
      reportedAt: row.reportedAt?.toISOString() ?? null,
      lastPaintAt: row.lastPaintAt?.toISOString() ?? null,
      size: width === null || height === null ? null : { width, height, pixelRatio: pixelRatio ?? 1 },
      gaps: readGaps(row.gaps),
    };
  });
}

/** The boards of a row: its own, else the one of its view. */
function boardsOf(row: { view: string; boards: unknown }): Board[] {
  const own = boardsSchema.safeParse(row.boards);
  return own.success ? own.data : boardsOfView(screenViewSchema.catch("alerts").parse(row.view));
}

/** Reads the stored settings of a screen; null if it is gone. */
export async function findScreenConfig(id: number) {
  const row = await getPrisma().screen.findUnique({
    where: { id },
    select: { name: true, place: true, view: true, boards: true, sound: true },
  });
  return row && { id, name: row.name, place: row.place, sound: row.sound, boards: boardsOf(row) };
}

/** Reads the facts that decide whether a screen may be changed; null if it is gone. */
export async function findScreenFacts(tx: Transaction, id: number) {
  return tx.screen.findUnique({ where: { id }, select: { name: true, provisioned: true, revokedAt: true } });
}

/** Returns true if another screen has the name. */
export async function nameTaken(tx: Transaction, name: string, exceptId: number): Promise<boolean> {
  return (await tx.screen.count({ where: { name, NOT: { id: exceptId } } })) > 0;
}

const NOT_REPORTED = {
  lastSeenAt: null,
  reportedAt: null,
  lastPaintAt: null,
  version: null,
  width: null,
  height: null,
  pixelRatio: null,
  page: null,
  gaps: [],
};

/**
 * Inserts a screen; returns false if the name is taken. A revoked screen of the name is reused with the new token, so
 * that a display keeps its name when its browser is replaced.
 */
export async function insertScreen(
  tx: Transaction,
  screen: ScreenRow & { tokenHash: string; createdBy: string },
): Promise<boolean> {
  const known = await tx.screen.findUnique({ where: { name: screen.name } });
  if (known && (known.revokedAt === null || known.provisioned)) return false;
  if (!known) await tx.screen.create({ data: screen });
  else
    await tx.screen.update({
      where: { id: known.id },
      data: { ...screen, ...NOT_REPORTED, createdAt: new Date(), revokedAt: null },
    });
  return true;
}

/** Updates the settings of a screen. */
export async function updateScreen(tx: Transaction, id: number, screen: ScreenRow): Promise<void> {
  await tx.screen.update({ where: { id }, data: screen });
}

/** Marks a screen as revoked, so that its token is no longer accepted. */
export async function markScreenRevoked(tx: Transaction, id: number): Promise<void> {
  await tx.screen.update({ where: { id }, data: { revokedAt: new Date() } });
}

/** Sends a command to one screen when the transaction commits. */
export async function sendCommand(tx: Transaction, id: number, command: Command["command"]): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${EVENT_CHANNEL}, ${commandPayload(id, command)})`;
}

/** Reads the times of a screen's last stored report and last paint, and its gaps; null if the screen is gone. */
export async function findLastReport(id: number) {
  const row = await getPrisma().screen.findUnique({
    where: { id },
    select: { reportedAt: true, lastPaintAt: true, gaps: true },
  });
  return row && { ...row, gaps: readGaps(row.gaps) };
}

/** Stores a report, unless another one was stored since `before`. */
export async function storeReport(
  id: number,
  before: Date | null,
  report: Omit<Report, "lastPaintAt" | "withoutContact"> & {
    reportedAt: Date;
    lastPaintAt: Date | null;
    gaps: Gap[];
  },
): Promise<void> {
  await getPrisma().screen.updateMany({ where: { id, reportedAt: before }, data: report });
}

/** Lists the last paint times of the screens that are not revoked; null for a screen that never painted. */
export async function listPaintTimes(): Promise<(Date | null)[]> {
  const rows = await getPrisma().screen.findMany({
    where: { revokedAt: null },
    select: { lastPaintAt: true },
  });
  return rows.map(({ lastPaintAt }) => lastPaintAt);
}

/** `isOver`: its code has expired, by the clock of the database. */
export type Pairing = { id: number; secretHash: string; isOver: boolean };

/**
 * Deletes the codes that expired over an hour ago, for which an admin then gets `not-found` instead of `conflict`; and
 * the oldest valid codes until `max` are left.
 */
export async function dropOldPairings(max: number): Promise<void> {
  await getPrisma().$executeRaw`
    DELETE FROM screen_pairings
    WHERE expires_at < now() - interval '1 hour' OR id IN (
      SELECT id FROM screen_pairings WHERE expires_at > now() ORDER BY created_at DESC, id DESC OFFSET ${max})`;
}

/**
 * Stores a code for a waiting browser, in place of its last one.
 * @param goodForS seconds
 * @returns false if another browser shows this code
 */
export async function savePairing(pairing: {
  secretHash: string;
  codeHash: string;
  goodForS: number;
}): Promise<boolean> {
  const { secretHash, codeHash, goodForS } = pairing;
  const written = await getPrisma().$executeRaw`
    INSERT INTO screen_pairings (secret_hash, code_hash, expires_at)
    SELECT ${secretHash}, ${codeHash}, now() + make_interval(secs => ${goodForS})
    WHERE NOT EXISTS (SELECT FROM screen_pairings WHERE code_hash = ${codeHash})
    ON CONFLICT (secret_hash) DO UPDATE
    SET code_hash = excluded.code_hash, expires_at = excluded.expires_at, created_at = now()`;
  return written === 1;
}

/** Finds the pairing of a browser by the hash of its secret; null if there is none. */
export async function findPairingOfSecret(secretHash: string): Promise<Pairing | null> {
  const [found] = await getPrisma().$queryRaw<Pairing[]>`
    SELECT id, secret_hash AS "secretHash", expires_at <= now() AS "isOver" FROM screen_pairings
    WHERE secret_hash = ${secretHash}`;
  return found ?? null;
}

/** Finds the pairing that shows a code; null if there is none. */
export async function findPairingOfCode(tx: Transaction, codeHash: string): Promise<Pairing | null> {
  const [found] = await tx.$queryRaw<Pairing[]>`
    SELECT id, secret_hash AS "secretHash", expires_at <= now() AS "isOver" FROM screen_pairings
    WHERE code_hash = ${codeHash}`;
  return found ?? null;
}

/** Deletes a pairing, so that its code works once; returns false if another request used it first. */
export async function consumePairing(tx: Transaction, id: number): Promise<boolean> {
  return (await tx.screenPairing.deleteMany({ where: { id } })).count === 1;
}
