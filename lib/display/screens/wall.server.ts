import "server-only";
import { AppError } from "@/lib/base/core/errors";
import { takeRate } from "@/lib/base/request/rate-limit.server";
import { visibleTenancies } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { buildVersion } from "@/lib/web/http/version.server";
import type { ScreenConfig } from "./boards";
import { STORE_EVERY_MS, withGap } from "./contact";
import type { Report } from "./report-contract";
import { findLastReport, findScreenConfig, storeReport } from "./store.server";

const REPORTS = { name: "reports", limit: 60, windowMs: 60_000 };

/** What a screen is to show; null while no tenancy is connected. For the screen itself. */
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
 * Takes in what a screen tells of itself, stored at most every half minute (and at its first paint), and tells it
 * what to show.
 * @throws AppError `forbidden` for anybody else, `too-many-requests`, `unavailable` while no tenancy is connected
 */
export async function takeReport(
  actor: Actor,
  report: Report,
): Promise<{ serverTime: string; version: string; screen: ScreenConfig }> {
  requireScreen(actor);
  if (!takeRate(REPORTS, String(actor.id)))
    throw new AppError("too-many-requests", "A screen reports every 30 s; this one does so too often.");
  const now = new Date();
  await keepReport(actor.id, report, now);
  const screen = await screenConfigOf(actor);
  if (!screen) throw new AppError("unavailable", "No tenancy is connected yet.");
  return { serverTime: now.toISOString(), version: buildVersion(), screen };
}

async function keepReport(id: number, report: Report, now: Date): Promise<void> {
  const last = await findLastReport(id);
  if (!last) return;
  const { reportedAt } = last;
  // A page reports before it has painted; that it does then is news.
  const isFirstPaint = last.lastPaintAt === null && report.lastPaintAt !== null;
  const isSoon = reportedAt !== null && now.getTime() - reportedAt.getTime() < STORE_EVERY_MS;
  if (isSoon && !isFirstPaint) return;
  const { withoutContact, lastPaintAt, ...told } = report;
  const painted = lastPaintAt === null ? null : new Date(Math.min(Date.parse(lastPaintAt), now.getTime()));
  const gaps = [...withGap(last.gaps, reportedAt, withoutContact, now)];
  await storeReport(id, reportedAt, { ...told, lastPaintAt: painted, reportedAt: now, gaps });
}

function requireScreen(actor: Actor): void {
  requireAccess(actor, "screen");
  if (actor.kind !== "screen") throw new AppError("forbidden", "This is for screens on the wall alone.");
}
