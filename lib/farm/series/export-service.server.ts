import "server-only";
import type { z } from "zod";
import { INDICES, type IndexName, isIndexName } from "@/lib/base/core/indices";
import { comparePaths } from "@/lib/base/core/natural-order";
import { type Period, periodOf } from "@/lib/base/core/period";
import { siteInstants } from "@/lib/base/core/time";
import { areaIdsAsked } from "@/lib/farm/areas/service.server";
import { resolveTenancy } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import type { readingsCsvQuery } from "./contract";
import { type LineMaker, lineMaker, READINGS_HEADER } from "./export-lines";
import { type Pair, readOthersAfter, readPairs, readReadingsAfter } from "./store.server";

/** So many instants are read and written at once: some 1 MB of text. */
const PAGE = 2_000;

type Plan = {
  tenancyId: number;
  period: Period;
  pairs: Pair[];
  known: ReadonlySet<IndexName>;
  /** Names of unknown indices: null for all. */
  others: string[] | null;
  siteTime: (at: Date) => string;
};

/**
 * readings.csv (docs/spec/http-contract.md "Series and readings"), area by area in the order of the tree, each job by
 * time, unknown indices after the known ones. What is asked is checked before the first line. Pages follow the
 * primary key instead of a cursor, so that a slow reader holds no connection and no transaction.
 * @throws AppError `bad-request` on a wrong period, `not-found` on `area`
 */
export async function exportReadingsOf(
  actor: Actor,
  query: z.output<typeof readingsCsvQuery>,
): Promise<AsyncGenerator<string, void>> {
  requireAccess(actor, "viewer");
  const tenancy = await resolveTenancy(actor, query.tenant);
  const period = periodOf(query, null);
  const areaIds = await areaIdsAsked(tenancy, query.area);
  const pairs = await readPairs(tenancy.id, areaIds, query.jobId ?? null, period);
  return linesOf({
    tenancyId: tenancy.id,
    period,
    pairs: pairs.sort((a, b) => comparePaths(a.path, b.path) || comparePaths(a.jobId, b.jobId)),
    known: new Set(query.index ? query.index.filter(isIndexName) : INDICES),
    others: query.index?.filter((name) => !isIndexName(name)) ?? null,
    siteTime: siteInstants(tenancy.timeZone),
  });
}

async function* linesOf(plan: Plan): AsyncGenerator<string, void> {
  yield READINGS_HEADER;
  for (const pair of plan.pairs) {
    const maker = lineMaker(pair, plan.siteTime, plan.known);
    if (plan.known.size > 0) yield* knownLines(plan, pair, maker);
    if (plan.others === null || plan.others.length > 0) yield* otherLines(plan, pair, maker);
  }
}

async function* knownLines(plan: Plan, pair: Pair, maker: LineMaker): AsyncGenerator<string, void> {
  let after = new Date(plan.period.from.getTime() - 1);
  for (;;) {
    const rows = await readReadingsAfter(plan.tenancyId, pair, after, plan.period.to, PAGE);
    const text = rows.map(maker.reading).join("");
    if (text !== "") yield text;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.at;
  }
}

async function* otherLines(plan: Plan, pair: Pair, maker: LineMaker): AsyncGenerator<string, void> {
  let after: { indexName: string; at: Date } | null = null;
  for (;;) {
    const rows = await readOthersAfter(plan.tenancyId, pair, plan.others, plan.period, after, PAGE);
    if (rows.length > 0) yield rows.map(maker.other).join("");
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = { indexName: last.indexName, at: last.at };
  }
}
