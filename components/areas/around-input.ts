/** What the page of an area asks of the overview; null for the first level. */
export function aroundInput(tenant: string, path: string | null) {
  return { query: { tenant, around: path ?? "" } };
}
