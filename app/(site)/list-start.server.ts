import "server-only";
import { cookies } from "next/headers";
import { countTabs } from "@/lib/alerting/alerts/contract";
import { countAlertsByTab } from "@/lib/alerting/alerts/service.server";
import { listFavourites } from "@/lib/farm/areas/contract";
import { favouritesOf } from "@/lib/farm/areas/service.server";
import { type ListStart, PREFERENCE_COOKIES, parseListStart } from "@/lib/web/preferences/contract";
import type { PagePrefetch } from "./prefetch.server";

/** How the lists of the person who asks start. */
export async function listStart(): Promise<ListStart> {
  const jar = await cookies();
  return parseListStart(jar.get(PREFERENCE_COOKIES.group)?.value, jar.get(PREFERENCE_COOKIES.areas)?.value);
}

/** The reads of the line about the person's own areas. */
export function readMine(reads: PagePrefetch, tenant: string): Promise<unknown>[] {
  return [
    reads.read(countTabs, { query: { tenant, mine: "true" } }, countAlertsByTab, "optional"),
    reads.read(listFavourites, { query: { tenant } }, favouritesOf, "optional"),
  ];
}
