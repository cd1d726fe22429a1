import { isListed, kindOfAddress } from "@/lib/base/core/addresses";

/** Headers by their names in lower case, as node has them. */
type Headers = Record<string, string | string[] | undefined>;

/** Headers by which a proxy speaks for another; anybody can write them. */
const FORWARDING =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-original-forwarded-for|x-(?:real|client|cluster-client)-ip|true-client-ip|cf-connecting-ip)$/;

/** Who sent a request, and what may be believed about it. */
export type Caller = {
  /** The client's address, an IPv4 one without its wrapping in IPv6; `unknown` when the connection was gone already. */
  address: string;
  /** Whether nothing says that the request came through a proxy. */
  direct: boolean;
  /** Whether the one at the other end of the connection is a proxy of ours. */
  viaTrusted: boolean;
};

/** The names of the headers that speak for another, as far as a request has them. */
export function forwardingNames(headers: Headers): string[] {
  return Object.keys(headers).filter((name) => FORWARDING.test(name));
}

/**
 * Whom a request comes from. What `X-Forwarded-For` says counts only from a trusted proxy, and is read from the
 * right: each trusted proxy vouches for the entry that it added, which is the last one that another could not write.
 * @param peer the address at the other end of the connection
 * @param trusted addresses and CIDRs of the operator's own proxies
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
    // Words such as `unknown`: the proxy before it is the last one that is known.
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
