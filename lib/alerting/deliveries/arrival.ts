/** A request that came and made no alert: in quarantine, or refused. */
export type MissedRequest = {
  id: string;
  /** RFC 3339. */
  at: string;
  outcome: "quarantined" | "rejected";
  reason: string | null;
  /** The names of the headers that carried something like a signature, in lower case; null where it is not known. */
  signatureIn: string[] | null;
  /** Whose it says it is, where it is understood and that is not the tenancy which signed it; else null. */
  otherTenantId: string | null;
};

/** Whether notifications of a tenancy's service arrive. */
export type Arrival = {
  /** RFC 3339: when the first was taken in; null while none was. */
  firstAt: string | null;
  /** Of the last day, newest first, a few. What was refused may be anybody's. */
  missed: MissedRequest[];
  /** The tenant id that notifications carry whose signature is right; null where it is ours, or something was accepted. */
  carriedId: string | null;
};

/** What to do about a request that was refused, for somebody who connects a tenancy. */
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
