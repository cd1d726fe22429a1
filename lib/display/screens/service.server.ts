import "server-only";
import type { z } from "zod";
import { AppError } from "@/lib/base/core/errors";
import { displayPath } from "@/lib/base/core/paths";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import { env } from "@/lib/base/env/env.server";
import { takeRate } from "@/lib/base/request/rate-limit.server";
import { wordsIn } from "@/lib/base/words/messages.server";
import { listAreasOf } from "@/lib/farm/areas/service.server";
import { resolveTenancy, visibleTenancies } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { recordAudit } from "@/lib/identity/audit/service.server";
import { hashToken, newToken } from "@/lib/identity/auth/tokens.server";
import { buildVersion } from "@/lib/web/http/version.server";
import { boardWords } from "./board-words";
import { viewOfBoards } from "./boards";
import { type ContactState, judgeContact, STORE_EVERY_MS, withGap } from "./contact";
import type {
  commandScreenSchema,
  editScreenSchema,
  newScreenSchema,
  Report,
  ScreenConfig,
  ScreenLine,
} from "./contract";
import {
  findLastReport,
  findScreenConfig,
  findScreenFacts,
  insertScreen,
  listPaintTimes,
  listScreenLines,
  markScreenRevoked,
  nameTaken,
  type ScreenRow,
  sendCommand,
  storeReport,
  updateScreen,
} from "./store.server";

type Facts = z.output<typeof newScreenSchema>;

/** All screens (role admin). */
export async function listScreens(actor: Actor): Promise<ScreenLine[]> {
  requireAccess(actor, "admin");
  return listScreenLines();
}

/**
 * Creates a screen.
 * @returns the address to open on it, with its token, which cannot be read again
 * @throws AppError `conflict` on `name` if it is taken, `bad-request` for an unknown tenancy or area
 */
export async function createScreen(actor: Actor, input: Facts): Promise<{ address: string }> {
  requireAccess(actor, "admin");
  const row = await rowOf(actor, input);
  const token = newToken();
  await transaction((tx) => addScreen(tx, actor, row, { tokenHash: hashToken(token), how: "created" }));
  return { address: `${env().LEAFWATCH_URL.replace(/\/+$/, "")}/wall?token=${token}` };
}

/**
 * Creates a screen for a token hash in the transaction of the caller, and audits it.
 * @throws AppError `conflict` on `name` if it is taken
 */
export async function addScreen(
  tx: Transaction,
  actor: Actor,
  row: ScreenRow & { tenancyName: string },
  { tokenHash, how }: { tokenHash: string; how: "created" | "paired" },
): Promise<void> {
  const { tenancyName, ...screen } = row;
  if (!(await insertScreen(tx, { ...screen, tokenHash, createdBy: actor.name }))) refuseName(row.name);
  await recordAudit(tx, actor, { action: `screen.${how}`, target: row.name, detail: detailOf(row) });
}

/**
 * Changes the settings of a screen, which applies them at once.
 * @throws AppError `not-found`; `conflict` if the provisioning file sets it, it is revoked or the name is taken;
 * `bad-request` for an unknown tenancy or area
 */
export async function editScreen(actor: Actor, input: z.output<typeof editScreenSchema>): Promise<void> {
  requireAccess(actor, "admin");
  const { id, ...facts } = input;
  const row = await rowOf(actor, facts);
  await transaction(async (tx) => {
    const known = await openScreen(tx, id);
    if (known.provisioned)
      throw new AppError("conflict", `The provisioning file sets the screen ${known.name}. Change it there.`);
    if (await nameTaken(tx, row.name, id)) refuseName(row.name);
    const { tenancyName: _, ...screen } = row;
    await updateScreen(tx, id, screen);
    await sendCommand(tx, id, "config");
    const detail = detailOf(row);
    if (known.name !== row.name) detail.before = known.name;
    await recordAudit(tx, actor, { action: "screen.edited", target: row.name, detail });
  });
}

/**
 * Makes a screen reload its page, or show its name for 20 s. A screen without contact misses the command.
 * @throws AppError `not-found`, or `conflict` if it is revoked
 */
export async function commandScreen(
  actor: Actor,
  { id, command }: z.output<typeof commandScreenSchema>,
): Promise<void> {
  requireAccess(actor, "admin");
  await transaction(async (tx) => {
    const { name } = await openScreen(tx, id);
    await sendCommand(tx, id, command);
    await recordAudit(tx, actor, { action: `screen.${command}`, target: name });
  });
}

/**
 * Revokes a screen's token: its streams end at once, and it goes dark.
 * @throws AppError `not-found`, or `conflict` if the provisioning file sets it
 */
export async function revokeScreen(actor: Actor, id: number): Promise<void> {
  requireAccess(actor, "admin");
  await transaction(async (tx) => {
    const screen = await findScreenFacts(tx, id);
    if (!screen) throw new AppError("not-found", "There is no such screen any more.");
    if (screen.provisioned)
      throw new AppError(
        "conflict",
        `The provisioning file sets the screen ${screen.name}. Take it out there, restart, then revoke it.`,
      );
    if (screen.revokedAt) return;
    await markScreenRevoked(tx, id);
    await sendCommand(tx, id, "revoked");
    await recordAudit(tx, actor, { action: "screen.revoked", target: screen.name });
  });
}

/**
 * Builds the row of a screen after checking its tenancy and areas.
 * @throws AppError `bad-request` on `boards` for an area that the tenancy does not have
 */
export async function rowOf(actor: Actor, facts: Facts): Promise<ScreenRow & { tenancyName: string }> {
  const { tenantId, name, place, boards, sound } = facts;
  const tenancy = await resolveTenancy(actor, tenantId);
  const wanted = boards.flatMap(({ path }) => (path === null ? [] : [path]));
  if (wanted.length > 0) {
    const { items } = await listAreasOf(actor, { tenant: tenantId });
    const known = new Set(items.map(({ path }) => path));
    const unknown = wanted.find((path) => !known.has(path));
    if (unknown !== undefined)
      throw new AppError("bad-request", `${tenancy.name} has no control area ${displayPath(unknown)}.`, {
        parameter: "boards",
      });
  }
  const view = viewOfBoards(boards);
  return { name, place, boards, sound, view, tenancyId: tenancy.id, tenancyName: tenancy.name };
}

async function openScreen(tx: Transaction, id: number) {
  const screen = await findScreenFacts(tx, id);
  if (!screen) throw new AppError("not-found", "There is no such screen any more.");
  if (screen.revokedAt) throw new AppError("conflict", `${screen.name} is revoked. Pair it again to use it.`);
  return screen;
}

function refuseName(name: string): never {
  throw new AppError("conflict", `There is a screen with the name ${name} already.`, { parameter: "name" });
}

function detailOf(row: ScreenRow & { tenancyName: string }): Record<string, string> {
  return {
    tenancy: row.tenancyName,
    boards: row.boards.map((board) => boardWords(wordsIn("en"), board)).join("; "),
    ...(row.place === null ? {} : { place: row.place }),
    sound: row.sound ? "on" : "off",
  };
}

/** Counts the screens that are live, late, dark or never painted, for the metrics. */
export async function countContacts(now: Date): Promise<Record<ContactState, number>> {
  const counts = { never: 0, live: 0, late: 0, dark: 0 };
  for (const at of await listPaintTimes()) counts[judgeContact(at?.toISOString() ?? null, now)] += 1;
  return counts;
}

const REPORTS = { name: "reports", limit: 60, windowMs: 60_000 };

/** The settings of a screen, for the screen itself; null while no tenancy is connected. */
export async function screenConfigOf(actor: Actor): Promise<ScreenConfig | null> {
  requireScreen(actor);
  const [screen, [tenancy]] = await Promise.all([findScreenConfig(actor.id), visibleTenancies(actor)]);
  if (!screen || !tenancy) return null;
  return {
    ...screen,
    tenancyId: tenancy.tenantId,
    tenancyName: tenancy.name,
    timeZone: tenancy.timeZone,
  };
}

/**
 * Receives a screen's report and returns its settings. Stores a report at most every half minute, but always the one
 * with the first paint.
 * @throws AppError `forbidden` for any other actor, `too-many-requests`, `unavailable` while no tenancy is connected
 */
export async function receiveReport(
  actor: Actor,
  report: Report,
): Promise<{ serverTime: string; version: string; screen: ScreenConfig }> {
  requireScreen(actor);
  if (!takeRate(REPORTS, String(actor.id)))
    throw new AppError("too-many-requests", "A screen reports every 30 s; this one does so too often.");
  const now = new Date();
  await storeIfDue(actor.id, report, now);
  const screen = await screenConfigOf(actor);
  if (!screen) throw new AppError("unavailable", "No tenancy is connected yet.");
  return { serverTime: now.toISOString(), version: buildVersion(), screen };
}

async function storeIfDue(id: number, report: Report, now: Date): Promise<void> {
  const last = await findLastReport(id);
  if (!last) return;
  const { reportedAt } = last;
  // A page reports before it has painted, so the report of its first paint comes too soon to be due.
  const isFirstPaint = last.lastPaintAt === null && report.lastPaintAt !== null;
  const isSoon = reportedAt !== null && now.getTime() - reportedAt.getTime() < STORE_EVERY_MS;
  if (isSoon && !isFirstPaint) return;
  const { withoutContact, lastPaintAt, ...rest } = report;
  const painted = lastPaintAt === null ? null : new Date(Math.min(Date.parse(lastPaintAt), now.getTime()));
  const gaps = [...withGap(last.gaps, reportedAt, withoutContact, now)];
  await storeReport(id, reportedAt, { ...rest, lastPaintAt: painted, reportedAt: now, gaps });
}

function requireScreen(actor: Actor): void {
  requireAccess(actor, "screen");
  if (actor.kind !== "screen") throw new AppError("forbidden", "This is for screens on the wall alone.");
}
