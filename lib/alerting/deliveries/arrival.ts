/** A quarantined or rejected request. */
export type MissedRequest = {
  id: string;
  /** RFC 3339. */
  at: string;
  outcome: "quarantined" | "rejected";
  reason: string | null;
  /** Names of the headers with the form of a signature, in lower case; null if unknown. */
  signatureIn: string[] | null;
  /** The tenant id that it carries, if that is not the signer's. */
  otherTenantId: string | null;
};

/** The requests that arrived from a tenancy's service. */
export type Arrival = {
  /** RFC 3339: when the first notification was accepted; null before. */
  firstAt: string | null;
  /** A few of the last day, newest first. A rejected request may be anybody's. */
  missed: MissedRequest[];
  /** Another tenant id that correctly signed notifications carry; null once one was accepted. */
  carriedId: string | null;
};

/** Advises an admin who connects a tenancy on a request that was not accepted. */
export function adviseOnMissed(
  missed: MissedRequest,
  { tenantId, header }: { tenantId: string; header: string },
): string {
  if (missed.otherTenantId !== null)
    return `Its signature is right, but it names the tenancy ${missed.otherTenantId}; step 1 says ${tenantId}.`;
  if (missed.outcome === "quarantined")
    return "Its signature is right, but it is not understood. It is kept whole: open it to see what it says.";
  const names = missed.signatureIn;
  if (names === null) return "Compare the secret and the header with those in the service's console.";
  if (names.length === 0)
    return `It carried no signature. If it was the service, enter a webhook secret in its console, for the header ${header}.`;
  if (names.includes(header.toLowerCase()))
    return "The header is right, the secret differs. Copy the secret from the service's console once more.";
  return `Its signature came in the header ${names.join(", ")}, not in ${header}. If it was the service, enter that name in step 5.`;
}
