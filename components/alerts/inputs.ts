/** Inputs of calls that pages and components share, so that what a page takes along is found again. */

const NOW_LIMIT = 25;

/** The open alerts of Now: worst first, with the index behind each. */
export function nowAlertsInput(tenant: string | undefined) {
  return {
    query: {
      tenant,
      status: "open" as const,
      order: "worst" as const,
      limit: NOW_LIMIT,
      evidence: "true" as const,
    },
  };
}

/** The evidence of an alert that has a page of its own. */
export function evidenceInput(tenant: string | undefined, alertId: string) {
  return { query: { tenant, alertId: [alertId] } };
}
