import "server-only";
import type { Prisma } from "@/generated/prisma/client";
import { type RequestFacts, requestFactsSchema } from "@/lib/alerting/webhooks/contract";
import { getPrisma } from "@/lib/base/db/prisma.server";
import type { Delivery } from "./contract";

/** A delivery without the name of its tenancy. */
export type StoredDelivery = Omit<Delivery, "tenantId"> & { tenancyId: number | null };

/** In the place of a tenancy: no secret fitted. */
export const NOBODY = 0;

const columns = {
  id: true,
  tenancyId: true,
  receivedAt: true,
  outcome: true,
  notificationId: true,
  alertId: true,
  requestId: true,
  bytes: true,
  reason: true,
  answered: true,
  settledAt: true,
  settledBy: true,
  setAsideAt: true,
  setAsideBy: true,
  setAsideReason: true,
  test: true,
} as const;

/**
 * Deliveries of a tenancy, newest first, and with them the rejected ones, which belong to nobody.
 * @param before only older ones than this id
 */
export async function listStored(options: {
  tenancyId: number | null;
  outcome: Delivery["outcome"] | undefined;
  before: bigint | null;
  limit: number;
}): Promise<StoredDelivery[]> {
  const { tenancyId, outcome, before, limit } = options;
  const rows = await getPrisma().delivery.findMany({
    where: {
      tenancyId: { in: tenancyId === null ? [NOBODY] : [tenancyId, NOBODY] },
      ...(outcome && { outcome }),
      ...(before !== null && { id: { lt: before } }),
    },
    select: columns,
    orderBy: { id: "desc" },
    take: limit,
  });
  return rows.map(toDelivery);
}

type StoredDetail = StoredDelivery & {
  /** Of a rejected one sealed. */
  body: Uint8Array | null;
  /** SHA-256 of the bytes, hex; empty where none was kept. */
  hash: string;
  answeredInMs: number | null;
  request: RequestFacts | null;
};

/** One delivery with its bytes. */
export async function findStored(id: bigint): Promise<StoredDetail | null> {
  const row = await getPrisma().delivery.findFirst({
    where: { id },
    select: { ...columns, body: true, bodyHash: true, refusedHash: true, answeredInMs: true, request: true },
  });
  if (!row) return null;
  const { body, bodyHash, refusedHash, answeredInMs } = row;
  const request = requestFactsSchema.nullable().catch(null).parse(row.request);
  return {
    ...toDelivery(row),
    body,
    hash: Buffer.from(bodyHash ?? refusedHash ?? []).toString("hex"),
    answeredInMs,
    request,
  };
}

function setAsideOf({ setAsideAt, setAsideBy, setAsideReason }: Row): Delivery["setAside"] {
  return setAsideAt && { at: setAsideAt.toISOString(), by: setAsideBy ?? "", reason: setAsideReason ?? "" };
}

type Row = Prisma.DeliveryGetPayload<{ select: typeof columns }>;

function toDelivery(row: Row): StoredDelivery {
  return {
    id: String(row.id),
    tenancyId: row.tenancyId === NOBODY ? null : row.tenancyId,
    receivedAt: row.receivedAt.toISOString(),
    outcome: row.outcome as Delivery["outcome"],
    notificationId: row.notificationId,
    alertId: row.alertId,
    requestId: row.requestId,
    bytes: row.bytes,
    reason: row.reason,
    answered: row.answered as Delivery["answered"],
    settledAt: row.settledAt?.toISOString() ?? null,
    settledBy: row.settledBy,
    setAside: row.outcome === "quarantined" ? setAsideOf(row) : null,
    test: row.test,
  };
}
