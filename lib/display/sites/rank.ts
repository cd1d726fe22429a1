import { SITE_STATES, type SiteState } from "./contract";

/** The facts by which sites are ordered. */
export type SiteFacts = {
  name: string;
  state: SiteState;
  /** Of its worst alert; -1 without one. */
  rank: number;
  attention: number;
  /** RFC 3339. */
  oldestUnacknowledgedAt: string | null;
};

/** Judges how a site stands. @param quiet whether an empty list of its open alerts may be believed */
export function judgeSite(
  open: number,
  attention: number,
  quiet: "quiet" | "doubtful" | "unknown",
): SiteState {
  if (attention > 0) return "attention";
  if (quiet === "unknown") return "unknown";
  return open > 0 ? "handled" : quiet;
}

/**
 * Compares two sites, the worse first: by state, then by the severity of the worst alert, then more that need somebody, then
 * longest unacknowledged, then by name.
 */
export function compareSites(one: SiteFacts, other: SiteFacts): number {
  return (
    SITE_STATES.indexOf(one.state) - SITE_STATES.indexOf(other.state) ||
    other.rank - one.rank ||
    other.attention - one.attention ||
    since(one) - since(other) ||
    one.name.localeCompare(other.name, "en", { numeric: true })
  );
}

/** Later than any instant, if all are acknowledged. */
const since = ({ oldestUnacknowledgedAt: at }: SiteFacts) =>
  at === null ? Number.MAX_SAFE_INTEGER : Date.parse(at);
