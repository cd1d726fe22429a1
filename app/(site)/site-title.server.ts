import "server-only";
import { distinctName } from "@/lib/farm/tenancies/slug";
import { currentTenancy } from "./current-tenancy.server";

/** The end of the titles of tabs: with several tenancies it names the one shown. */
export async function siteTitle(): Promise<string> {
  const { tenancy, tenancies } = await currentTenancy();
  return tenancy && tenancies.length > 1 ? `${distinctName(tenancy, tenancies)} · Leafwatch` : "Leafwatch";
}
