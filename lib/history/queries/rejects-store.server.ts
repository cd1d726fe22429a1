import "server-only";
import { getPrisma } from "@/lib/base/db/prisma.server";

export type RejectedLine = { line: number; reason: string; text: string };

/** The rejected rows of a query, by line. */
export async function listRejects(tenancyId: number, queryId: string): Promise<RejectedLine[]> {
  return getPrisma().rejectedRow.findMany({
    where: { tenancyId, queryId },
    orderBy: { line: "asc" },
    select: { line: true, reason: true, text: true },
  });
}
