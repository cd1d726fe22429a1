import { isListed, kindOfAddress } from "@/lib/base/core/addresses";

/** Headers by lower-case name, as in Node. */
type Headers = Record<string, string | string[] | undefined>;

/** Headers in which a proxy reports the client; anybody can forge them. */
const FORWARDING =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-original-forwarded-for|x-(?:real|client|cluster-client)-ip|true-client-ip|cf-connecting-ip)$/;

/** The sender of a request, as far as it can be trusted. */
export type Caller = {
  /** The client's address, IPv4 without its IPv6 prefix; `unknown` when the connection had closed. */
  address: string;
  /** True if no header mentions a proxy. */
  direct: boolean;
  /** True if the connection comes from a trusted proxy. */
  viaTrusted: boolean;
};

/** The forwarding headers that a request has. */
export function forwardingNames(headers: Headers): string[] {
  return Object.keys(headers).filter((name) => FORWARDING.test(name));
}

/**
 * Finds the sender of a request. `X-Forwarded-For` counts only from a trusted proxy and is read from the right: each
 * trusted proxy vouches for the entry that it added.
 * @param peer the remote address of the connection
 * @param trusted addresses and CIDRs of the operator's proxies
 */
export function callerOf(peer: string | undefined, headers: Headers, trusted: readonly string[]): Caller {
  const address = plain(peer ?? "unknown");
  const direct = forwardingNames(headers).length === 0;
  if (!isListed(trusted, address, null)) return { address, direct, viaTrusted: false };
  return { address: firstBeyond(address, headers["x-forwarded-for"], trusted), direct, viaTrusted: true };
}

function firstBeyond(
  peer: string,
  forwardedFor: string | string[] | undefined,
  trusted: readonly string[],
): string {
  let address = peer;
  const entries = [forwardedFor ?? []].flat().join(",").split(",").reverse();
  for (const entry of entries) {
    const next = plain(withoutPort(entry.trim()));
    // Not an address, such as `unknown`: the proxy before it is the last known one.
    if (kindOfAddress(next) === null) return address;
    address = next;
    if (!isListed(trusted, address, null)) return address;
  }
  return address;
}

/** Some proxies write `203.0.113.7:51234` or `[2001:db8::7]:51234`. */
function withoutPort(entry: string): string {
  return entry.replace(/^\[(.*)\](?::\d+)?$/, "$1").replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
}

function plain(address: string): string {
  return address.toLowerCase().replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/, "");
}
