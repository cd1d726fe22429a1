/** What the page of an area asks of the overview; null for the first level. */
export function aroundInput(tenant: string, path: string | null) {
  return { query: { tenant, around: path ?? "" } };
}

/** The open alerts beside the charts of an area. */
export function openAlertsInput(tenant: string, path: string) {
  return { query: { tenant, area: path, status: "open", order: "worst", limit: "50" } } as const;
}
