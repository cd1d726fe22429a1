import "server-only";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import type { DeliveryDetail } from "./contract";
import type { Counts, LogFilter, LogLine, Rates, Signer } from "./log";
import { countOutcomes, countRates, findSigner, listLogLines } from "./log-store.server";
import { readDeliveryDetail } from "./service.server";

const PAGE = 50;
const HOURS = 48;
const DAYS = 14;

/**
 * The log of deliveries for its page (role admin): counts by outcome, lines newest first, and whether older
 * ones follow.
 * @throws AppError `forbidden`
 */
export async function readLog(
  actor: Actor,
  filter: LogFilter,
): Promise<{ counts: Counts; lines: LogLine[]; older: string | null }> {
  requireAccess(actor, "admin");
  const [counts, found] = await Promise.all([countOutcomes(filter), listLogLines(filter, PAGE + 1)]);
  const lines = found.slice(0, PAGE);
  return { counts, lines, older: found.length > PAGE ? (lines.at(-1)?.id ?? null) : null };
}

/**
 * How many deliveries came in each of the last 48 hours, or of the last 14 days where the log shows more than a day
 * (role admin).
 * @param zone IANA name; its days are meant
 * @throws AppError `forbidden`
 */
export async function readRates(
  actor: Actor,
  { tenant, period }: Pick<LogFilter, "tenant" | "period">,
  zone: string,
): Promise<Rates> {
  requireAccess(actor, "admin");
  const each = period === "day" ? "hour" : "day";
  const bars = await countRates({ tenant, each, bars: each === "hour" ? HOURS : DAYS, zone });
  return { each, zone, bars };
}

/**
 * One delivery with its bytes and its signer (role admin).
 * @throws AppError `forbidden`, `not-found`
 */
export async function readLogEntry(actor: Actor, id: string): Promise<DeliveryDetail & { signer: Signer }> {
  const detail = await readDeliveryDetail(actor, id);
  return { ...detail, signer: await findSigner(BigInt(id)) };
}

/** How many deliveries of the last day had which outcome (role admin). */
export async function countLastDay(actor: Actor): Promise<Counts> {
  requireAccess(actor, "admin");
  return countOutcomes({ period: "day" });
}
