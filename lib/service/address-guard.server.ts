import "server-only";

/** Which hosts may be called, decided by the addresses that their names resolve to at the moment of connecting. */
import { type LookupAddress, lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import {
  type AddressKind,
  isListed,
  isWithinReach,
  kindOfAddress,
  kindOfHost,
  type Reach,
} from "@/lib/base/core/addresses";
import { TransportError } from "./transport";

/** What the tenancy's addresses may be. Link-local and metadata addresses are never called. */
export interface AddressPolicy {
  /** Private and loopback addresses are fine: the operator wrote them. */
  allowPrivate: boolean;
  /** Hosts, addresses and CIDRs that are fine although private. */
  allowList?: readonly string[];
  /** A further limit: the nearest address that may be called, whatever the two above say. */
  reach?: Reach;
}

/** Looks a name up; injected in tests. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

const resolveByDns: Resolve = (host) =>
  new Promise((done, fail) => {
    lookup(host, { all: true }, (error, found) => (error ? fail(error) : done(found)));
  });

function isAllowed(policy: AddressPolicy, host: string, address: string): boolean {
  const kind = kindOfAddress(address) ?? "forbidden";
  if (kind === "forbidden" || (policy.reach && !isWithinReach(kind, policy.reach))) return false;
  return kind === "public" || policy.allowPrivate || isListed(policy.allowList ?? [], host, address);
}

function refused(host: string, kind: AddressKind, policy: AddressPolicy): TransportError {
  if (kind === "forbidden") {
    return new TransportError(
      "refused-address",
      `${host} is a link-local or reserved address, which is never called`,
    );
  }
  const tooNear = policy.reach !== undefined && !isWithinReach(kind, policy.reach);
  const hint = tooNear
    ? "in a nearer network than the service's own address"
    : `a private address; to allow it, an operator puts ${host} into LEAFWATCH_ALLOW_PRIVATE_HOSTS (separated by commas) in the environment of Leafwatch, then restarts it`;
  return new TransportError("refused-address", `${host} is ${hint}`);
}

function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}

/**
 * The addresses of a host that may be called.
 * @throws TransportError refused-address when there is none; node's own error when the name is unknown
 */
export async function allowedAddresses(
  host: string,
  policy: AddressPolicy,
  resolve: Resolve = resolveByDns,
): Promise<LookupAddress[]> {
  const literal = kindOfAddress(host);
  const family = bare(host).includes(":") ? 6 : 4;
  const found = literal ? [{ address: bare(host), family }] : await resolve(host);
  const allowed = found.filter(({ address }) => isAllowed(policy, host, address));
  if (allowed.length > 0) return allowed;
  const kinds = found.map(({ address }) => kindOfAddress(address) ?? "forbidden");
  throw refused(bare(host), kinds.find((kind) => kind !== "forbidden") ?? "forbidden", policy);
}

/**
 * Checks an address that somebody typed, before it is kept; the guarded fetch checks again at every connect.
 * @throws TransportError refused-address, also for a scheme other than http and https
 */
export async function checkAddress(url: string, policy: AddressPolicy, resolve?: Resolve): Promise<void> {
  if (!URL.canParse(url)) throw new TransportError("refused-address", "it is not an address");
  const { protocol, hostname, username, password } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:") {
    throw new TransportError("refused-address", "the address must begin with http:// or https://");
  }
  if (username || password)
    throw new TransportError("refused-address", "the address must not hold a user name");
  await allowedAddresses(hostname, policy, resolve);
}

/** A `lookup` for node's sockets that gives checked addresses only, so that no later answer can slip in. */
export function guardedLookup(policy: AddressPolicy, resolve?: Resolve): LookupFunction {
  return (host, options, callback) => {
    allowedAddresses(host, policy, resolve).then(
      (allowed) => {
        const [first] = allowed;
        if (options.all) callback(null, allowed);
        else callback(null, first?.address ?? "", first?.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, "", 4),
    );
  };
}

/**
 * How near the host of a URL really is: the farthest of its addresses counts, so that a name with a private
 * address beside a public one lends no rights. Unknown names are public.
 */
export async function reachOf(url: string, resolve: Resolve = resolveByDns): Promise<Reach> {
  const { hostname } = new URL(url);
  const literal = kindOfAddress(hostname);
  const kinds = literal ? [literal] : await resolveKinds(hostname, resolve);
  if (kinds.includes("public") || kinds.includes("forbidden")) return "public";
  return kinds.includes("private") ? "private" : "loopback";
}

async function resolveKinds(host: string, resolve: Resolve): Promise<AddressKind[]> {
  try {
    return (await resolve(host)).map(({ address }) => kindOfAddress(address) ?? "forbidden");
  } catch {
    return [kindOfHost(host)];
  }
}
