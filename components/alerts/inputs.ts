/** Inputs of calls that pages and components share, so that what a page takes along is found again. */

const NOW_LIMIT = 25;

/** The open alerts of Now: worst first. */
export function nowAlertsInput(tenant: string | undefined) {
  return { query: { tenant, status: "open" as const, order: "worst" as const, limit: NOW_LIMIT } };
}

/** How many alerts one call for evidence names: their ids stand in its address. */
export const EVIDENCE_AT_ONCE = 100;

/** The evidence of listed alerts, in the order of the list. */
export function evidenceInput(tenant: string | undefined, alertIds: string[]) {
  return { query: { tenant, alertId: alertIds } };
}
