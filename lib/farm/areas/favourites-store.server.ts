import "server-only";
import { getPrisma } from "@/lib/base/db/prisma.server";

/** The paths that a person wants at hand, in no order. */
export async function readFavourites(tenancyId: number, userId: number): Promise<string[]> {
  const rows = await getPrisma().areaFavourite.findMany({
    where: { tenancyId, userId },
    select: { path: true },
  });
  return rows.map(({ path }) => path);
}

/** Adds one; one that is there already stays. */
export async function addFavourite(tenancyId: number, userId: number, path: string): Promise<void> {
  await getPrisma().areaFavourite.createMany({ data: [{ tenancyId, userId, path }], skipDuplicates: true });
}

/** Takes one away, if it is there. */
export async function removeFavourite(tenancyId: number, userId: number, path: string): Promise<void> {
  await getPrisma().areaFavourite.deleteMany({ where: { tenancyId, userId, path } });
}
