import "server-only";
import { holdsAlert } from "@/lib/alerting/alerts/service.server";
import { holdsJob } from "@/lib/farm/jobs/service.server";
import type { TenancyRef } from "@/lib/farm/tenancies/contract";
import { holdsQuery } from "@/lib/history/queries/service.server";

const HOLDERS: [RegExp, (tenancy: TenancyRef, id: string) => Promise<boolean>][] = [
  [/^\/alerts\/([^/?]+)/, holdsAlert],
  [/^\/jobs\/([^/?]+)/, holdsJob],
  [/^\/queries\/([^/?]+)/, holdsQuery],
  [/^\/queries\?(?:.*&)?query=([^&]+)/, holdsQuery],
];

/** The tenancies that have what an address without a slug names: an alert, a growth job or a query. */
export async function findHolders(address: string, tenancies: readonly TenancyRef[]): Promise<TenancyRef[]> {
  for (const [pattern, holds] of HOLDERS) {
    const [, id] = pattern.exec(address) ?? [];
    if (id === undefined) continue;
    const held = await Promise.all(tenancies.map((tenancy) => holds(tenancy, decoded(id))));
    return tenancies.filter((_, place) => held[place]);
  }
  return [];
}

/** Decodes a part of an address; a malformed one stays as it is. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
