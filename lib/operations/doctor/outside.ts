import type { AddressKind } from "@/lib/base/core/addresses";
import { DAY_MS, formatDuration, MINUTE_MS, SECOND_MS } from "@/lib/base/core/time";
import { bad, type Finding, ok, warn } from "./contract";

/** Certificates are renewed a month before they end, so that three weeks mean that it failed. */
const RENEWED_BY_MS = 21 * DAY_MS;
const ENDS_SOON_MS = 7 * DAY_MS;

/** Differences that network and rounding do not explain. */
const CLOCK_NOTED_MS = 30 * SECOND_MS;
/** Times of alerts and readings are wrong by then, and tokens are refused. */
const CLOCK_WRONG_MS = 5 * MINUTE_MS;

/**
 * Judges a certificate.
 * @param until its end, null if unknown
 * @param distrust why clients do not trust it, null if they do
 */
export function judgeCertificate(
  name: string,
  { until, distrust }: { until: Date | null; distrust: string | null },
  now: Date,
): Finding {
  const renew = "Renew it, and look at why that was not done automatically.";
  const left = until === null ? null : until.getTime() - now.getTime();
  if (left !== null && left <= 0)
    return bad(`The certificate of ${name} expired ${formatDuration(-left)} ago`, renew);
  if (distrust !== null)
    return bad(
      `The certificate of ${name} is not trusted (${distrust})`,
      "Install one for this host from a known authority; for an authority of your own, set NODE_EXTRA_CA_CERTS.",
    );
  if (left === null)
    return warn(`The certificate of ${name} does not say its end`, "Look at it in a browser.");
  const is = `The certificate of ${name} ends in ${formatDuration(left)}`;
  if (left < ENDS_SOON_MS) return bad(is, renew);
  return left < RENEWED_BY_MS ? warn(is, renew) : ok(is);
}

/** Judges a mail server that offers no encryption, by the network that the mail crosses. */
export function judgePlainMail(name: string, network: AddressKind): Finding {
  const is = `Mail goes to ${name} without encryption`;
  if (network === "loopback") return ok(`${is}, on this machine`);
  if (network === "private") return ok(`${is}, within a private network`);
  return warn(
    `${is}, across the internet`,
    "It offers no STARTTLS. Turn that on there, or set LEAFWATCH_SMTP_URL to an address with smtps://.",
  );
}

/**
 * Judges the difference of a clock to that of this machine.
 * @param aheadMs milliseconds that the other one is ahead
 */
export function judgeClock(name: string, aheadMs: number): Finding {
  const off = Math.abs(aheadMs);
  if (off < CLOCK_NOTED_MS) return ok(`The clock of ${name} agrees with this machine's`);
  const is = `The clock of ${name} is ${formatDuration(off)} ${aheadMs > 0 ? "ahead of" : "behind"} this machine's`;
  const what = "Compare both with the right time, and turn on time synchronisation (NTP) where it is wrong.";
  return off < CLOCK_WRONG_MS ? warn(is, what) : bad(is, what);
}
