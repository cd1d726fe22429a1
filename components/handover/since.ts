import { createLoader, parseAsStringLiteral } from "nuqs/server";
import { resolveSince, SINCE, type Since } from "@/lib/alerting/handover/rules";
import { utcInstant } from "@/lib/base/core/time";

/** The start of a handover in the address. */
export const sinceParsers = { since: parseAsStringLiteral(SINCE).withDefault("shift") };
export const loadSince = createLoader(sinceParsers);

export const SINCE_WORDS: Record<Since, string> = {
  shift: "Shift",
  "8h": "8 h",
  "12h": "12 h",
  "24h": "24 h",
  friday: "Since Friday",
};

/** Input of the page's read, the same on the server and in the browser. */
export function handoverInput(
  site: { tenantId: string; timeZone: string; shiftTimes: readonly string[] } | null,
  since: Since,
  now: Date,
) {
  const from = site ? utcInstant(resolveSince(since, site, now)) : undefined;
  return { query: { tenant: site?.tenantId, from } };
}
