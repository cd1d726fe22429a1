import { createLoader, parseAsStringLiteral } from "nuqs/server";
import { resolveSince, SINCE, type Since } from "@/lib/alerting/handover/rules";
import { utcInstant } from "@/lib/base/core/time";
import type { Words } from "@/lib/base/words/words";

/** The start of a handover in the address. */
export const sinceParsers = { since: parseAsStringLiteral(SINCE).withDefault("shift") };
export const loadSince = createLoader(sinceParsers);

/** "Shift", "8 h", "Since Friday". */
export function sinceWords({ t }: Words, since: Since): string {
  if (since === "shift") return t("handover.since.shift");
  if (since === "friday") return t("handover.since.friday");
  return t("formats.length", { count: since.slice(0, -1), unit: "h" });
}

/** Input of the page's read, the same on the server and in the browser. */
export function handoverInput(
  site: { tenantId: string; timeZone: string; shiftTimes: readonly string[] } | null,
  since: Since,
  now: Date,
) {
  const from = site ? utcInstant(resolveSince(since, site, now)) : undefined;
  return { query: { tenant: site?.tenantId, from } };
}
