import "server-only";
import { getPrisma } from "@/lib/db/prisma.server";

const MOST_REJECTS = 1_000;

export type RejectedLine = { line: number; reason: string; text: string };

/** Keeps the first thousand rejected rows of a result, in the place of those of an earlier try. */
export async function replaceRejects(
  queryId: string,
  rows: { line: number; reason: string; raw: string }[],
): Promise<void> {
  const data = rows.slice(0, MOST_REJECTS).map(({ line, reason, raw }) => ({
    queryId,
    line,
    reason: storable(reason),
    text: storable(raw),
  }));
  await getPrisma().$transaction([
    getPrisma().rejectedRow.deleteMany({ where: { queryId } }),
    getPrisma().rejectedRow.createMany({ data, skipDuplicates: true }),
  ]);
}

/** A rejected row may hold what made it unfit: Postgres keeps no zero character. */
const storable = (text: string) => text.replaceAll("\u0000", "\uFFFD");

/** The rejected rows of a query, by line. */
export async function listRejects(queryId: string): Promise<RejectedLine[]> {
  return getPrisma().rejectedRow.findMany({
    where: { queryId },
    orderBy: { line: "asc" },
    select: { line: true, reason: true, text: true },
  });
}
