import type { Words } from "@/lib/base/words/words";

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
  { t }: Words,
  missed: MissedRequest,
  { tenantId, header }: { tenantId: string; header: string },
): string {
  if (missed.otherTenantId !== null)
    return t("admin.connect.arrival.otherTenant", { id: missed.otherTenantId, own: tenantId });
  if (missed.outcome === "quarantined") return t("admin.connect.arrival.notUnderstood");
  const names = missed.signatureIn;
  if (names === null) return t("admin.connect.arrival.compare");
  if (names.length === 0) return t("admin.connect.arrival.unsigned", { header });
  if (names.includes(header.toLowerCase())) return t("admin.connect.arrival.otherSecret");
  return t("admin.connect.arrival.otherHeader", { names: names.join(", "), header });
}
