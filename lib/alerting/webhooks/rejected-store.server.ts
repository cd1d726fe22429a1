import "server-only";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { RequestFacts } from "./contract";

/** What is kept together of refused requests, by the number that stands in the database: each kind has its own room. */
export const REFUSED_KINDS = { ours: 0, signed: 1, unsigned: 2 } as const;
export type RefusedKind = keyof typeof REFUSED_KINDS;

/** How many refused requests of a kind are kept, and how many bytes of them. */
export type Room = { count: number; bytes: number };

/** Adds a refused request; its body comes sealed, or not at all. */
export async function insertRejected(rejected: {
  kind: RefusedKind;
  network: string;
  receivedAt: Date;
  reason: string;
  bytes: number;
  sealed: Uint8Array<ArrayBuffer> | null;
  /** SHA-256 of the bytes, hex; null where they were not read. */
  hash: string | null;
  requestId: string | null;
  answeredInMs: number;
  request: RequestFacts;
}): Promise<void> {
  const { kind, network, sealed, hash, ...rest } = rejected;
  const refusedHash = hash === null ? null : new Uint8Array(Buffer.from(hash, "hex"));
  const own = { outcome: "rejected", body: sealed, refusedHash };
  await getPrisma().delivery.create({
    data: { ...rest, ...own, refusedKind: REFUSED_KINDS[kind], refusedNetwork: network },
  });
}

/**
 * Removes refused requests that are too old, and of each kind what has no room any more. The newest of each network
 * come before the second newest of any, and so on, so that one network cannot push out another's.
 */
export async function pruneRejected(days: number, rooms: Readonly<Record<RefusedKind, Room>>): Promise<void> {
  const kinds = Object.values(REFUSED_KINDS);
  const names = Object.keys(REFUSED_KINDS) as RefusedKind[];
  await getPrisma().$executeRaw`
    DELETE FROM deliveries d
    USING (
      SELECT id, kind, received_at, row_number() OVER room AS place, sum(size) OVER room AS bytes
      FROM (
        SELECT id, received_at, octet_length(body) AS size, coalesce(refused_kind, ${REFUSED_KINDS.signed}) AS kind,
          row_number() OVER (PARTITION BY refused_kind, refused_network ORDER BY id DESC) AS nth
        FROM deliveries WHERE outcome = 'rejected') AS n
      WINDOW room AS (PARTITION BY kind ORDER BY nth, id DESC)) AS r
    JOIN unnest(${kinds}::int[], ${names.map((name) => rooms[name].count)}::int[],
      ${names.map((name) => rooms[name].bytes)}::int[]) AS room (kind, count, bytes) ON room.kind = r.kind
    WHERE d.id = r.id AND (r.place > room.count OR r.bytes > room.bytes
      OR r.received_at < now() - make_interval(days => ${days}::int))`;
}

/** The tenant ids of all tenancies. */
export async function listTenantIds(): Promise<string[]> {
  const rows = await getPrisma().tenancy.findMany({ select: { tenantId: true } });
  return rows.map(({ tenantId }) => tenantId);
}
