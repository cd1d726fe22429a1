// Classifies hosts by their literal form; the guarded fetch resolves names.

/** The network of an address: the internet, a private network, or this machine. */
export type Reach = "public" | "private" | "loopback";

/** `forbidden`: link-local, metadata, unspecified, multicast and reserved addresses. */
export type AddressKind = Reach | "forbidden";

type Net = readonly [bytes: readonly number[], bits: number];
const v4 = (text: string, bits: number): Net => [readIPv4(text) ?? [], bits];

const FORBIDDEN_V4: Net[] = [
  v4("0.0.0.0", 8),
  v4("169.254.0.0", 16),
  v4("100.100.100.200", 32),
  v4("168.63.129.16", 32),
  v4("192.0.0.192", 32),
  v4("224.0.0.0", 3),
];
const PRIVATE_V4: Net[] = [
  v4("10.0.0.0", 8),
  v4("100.64.0.0", 10),
  v4("172.16.0.0", 12),
  v4("192.0.0.0", 24),
  v4("192.0.2.0", 24),
  v4("192.168.0.0", 16),
  v4("198.18.0.0", 15),
  v4("198.51.100.0", 24),
  v4("203.0.113.0", 24),
];

function readIPv4(text: string): number[] | null {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  const bytes = match?.slice(1).map(Number);
  return bytes?.every((byte) => byte <= 255) ? bytes : null;
}

function readGroups(text: string): number[] | null {
  if (text === "") return [];
  const bytes: number[] = [];
  for (const group of text.split(":")) {
    const dotted = readIPv4(group);
    if (dotted) bytes.push(...dotted);
    else if (/^[0-9a-f]{1,4}$/i.test(group))
      bytes.push(Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255);
    else return null;
  }
  return bytes;
}

function readIPv6(text: string): number[] | null {
  const [head = "", tail, ...more] = text.split("::");
  if (more.length > 0 || !text.includes(":")) return null;
  const before = readGroups(head);
  const after = tail === undefined ? [] : readGroups(tail);
  if (!before || !after) return null;
  const gap = 16 - before.length - after.length;
  if (tail === undefined ? gap !== 0 : gap < 2) return null;
  return [...before, ...Array<number>(gap).fill(0), ...after];
}

/** Parses an IPv4 (4 bytes) or IPv6 (16 bytes) address, brackets and zone allowed; null for a name. */
function readAddress(text: string): number[] | null {
  const bare = text.replace(/^\[(.*)\]$/, "$1").replace(/%.*$/, "");
  return readIPv4(bare) ?? readIPv6(bare);
}

function within(bytes: readonly number[], [net, bits]: Net): boolean {
  if (bytes.length !== net.length || !Number.isInteger(bits) || bits < 0) return false;
  return net.every((byte, i) => {
    const mask = 0xff & ~(0xff >> Math.min(8, Math.max(0, bits - i * 8)));
    return ((bytes[i] ?? 0) & mask) === (byte & mask);
  });
}

function kindOfV4(bytes: number[]): AddressKind {
  if (FORBIDDEN_V4.some((net) => within(bytes, net))) return "forbidden";
  if (bytes[0] === 127) return "loopback";
  return PRIVATE_V4.some((net) => within(bytes, net)) ? "private" : "public";
}

/** The IPv4 address that an IPv6 one contains: mapped, NAT64 or 6to4. */
function embeddedV4(bytes: number[]): number[] | null {
  const starts = (...prefix: number[]) => prefix.every((byte, i) => bytes[i] === byte);
  const zeros = (from: number, to: number) => bytes.slice(from, to).every((byte) => byte === 0);
  if (zeros(0, 10) && bytes[10] === 0xff && bytes[11] === 0xff) return bytes.slice(12);
  if (starts(0, 0x64, 0xff, 0x9b) && zeros(4, 12)) return bytes.slice(12);
  if (starts(0x20, 0x02)) return bytes.slice(2, 6);
  return null;
}

function kindOfV6(bytes: number[]): AddressKind {
  const [first = 0, second = 0] = bytes;
  if (bytes.slice(0, 15).every((byte) => byte === 0)) return bytes[15] === 1 ? "loopback" : "forbidden";
  const inner = embeddedV4(bytes);
  if (inner) return kindOfV4(inner);
  if (bytes.slice(0, 12).every((byte) => byte === 0)) return "forbidden";
  if (within(bytes, [readIPv6("fd00:ec2::254") ?? [], 128])) return "forbidden";
  if ((first & 0xfe) === 0xfc) return "private";
  if (first === 0x20 && second === 0x01 && bytes[2] === 0 && bytes[3] === 0) return "forbidden";
  return (first & 0xe0) === 0x20 ? "public" : "forbidden";
}

/** Classifies an address; null for a name. */
export function kindOfAddress(text: string): AddressKind | null {
  const bytes = readAddress(text);
  if (!bytes) return null;
  return bytes.length === 4 ? kindOfV4(bytes) : kindOfV6(bytes);
}

/**
 * The network that limits count by: a household or a rented machine has a /64 of IPv6, which counts as one address.
 * @returns `2001:db8:0:1::/64` for an IPv6 address, anything else unchanged
 */
export function networkOf(text: string): string {
  const bytes = readAddress(text);
  if (bytes?.length !== 16) return text;
  const groups = [0, 2, 4, 6].map((i) => (((bytes[i] ?? 0) << 8) | (bytes[i + 1] ?? 0)).toString(16));
  return `${groups.join(":")}::/64`;
}

/** Classifies a URL's host by its form: names are public, except `localhost`. */
export function kindOfHost(hostname: string): AddressKind {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  if (name === "localhost" || name.endsWith(".localhost")) return "loopback";
  return kindOfAddress(name) ?? "public";
}

const NEARNESS: Record<AddressKind, number> = { public: 0, private: 1, loopback: 2, forbidden: 3 };

/** Returns true if an address is at most as near as `reach`; forbidden ones never are. */
export function isWithinReach(kind: AddressKind, reach: Reach): boolean {
  return NEARNESS[kind] <= NEARNESS[reach];
}

/**
 * Returns true if a list of hosts, addresses and CIDRs contains a host.
 * @param name the host as written
 * @param address its resolved address; null if unknown
 */
export function isListed(list: readonly string[], name: string, address: string | null): boolean {
  const host = name
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "");
  const read = readAddress(address ?? name);
  const bytes = read && read.length === 16 ? (embeddedV4(read) ?? read) : read;
  return list.some((entry) => {
    const [text = "", bits] = entry.trim().toLowerCase().split("/");
    const net = readAddress(text);
    if (!net) return text !== "" && text === host;
    return bytes !== null && within(bytes, [net, bits ? Number(bits) : net.length * 8]);
  });
}

/** Returns the network of a URL's host by its literal form. Forbidden hosts count as public, so they grant nothing. */
export async function reachByForm(url: string): Promise<Reach> {
  const kind = kindOfHost(new URL(url).hostname);
  return kind === "forbidden" ? "public" : kind;
}
