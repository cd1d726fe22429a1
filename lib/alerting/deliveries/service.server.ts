import "server-only";
import { openRejected } from "@/lib/alerting/webhooks/service.server";
import { AppError } from "@/lib/base/core/errors";
import { resolveTenancy, visibleTenancies } from "@/lib/farm/tenancies/service.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { bodyText } from "./body-text";
import type { DeliveriesQuery, Delivery, DeliveryDetail } from "./contract";
import { findStored, listStored, type StoredDelivery } from "./store.server";

const ID = /^\d{1,18}$/;

/**
 * A page of the log of deliveries (role admin), newest first. Rejected ones belong to no tenancy and stand in
 * every list: their sender may have meant any.
 * @throws AppError `forbidden`; `bad-request` on `tenant` or `cursor`
 */
export async function listDeliveriesPage(
  actor: Actor,
  query: DeliveriesQuery,
): Promise<{ items: Delivery[]; nextCursor: string | null }> {
  requireAccess(actor, "admin");
  const names = await tenantNames(actor);
  const tenancy = names.size === 0 && !query.tenant ? null : await resolveTenancy(actor, query.tenant);
  const found = await listStored({
    tenancyId: tenancy?.id ?? null,
    outcome: query.outcome,
    before: readCursor(query.cursor),
    limit: query.limit + 1,
  });
  const page = found.slice(0, query.limit);
  const nextCursor = found.length > query.limit ? (page.at(-1)?.id ?? null) : null;
  return { items: page.map((one) => withTenant(one, names)), nextCursor };
}

/**
 * One delivery with the bytes as they came (role admin): text where they are UTF-8, else `base64:` and base64.
 * @throws AppError `forbidden`, `not-found`
 */
export async function readDeliveryDetail(actor: Actor, id: string): Promise<DeliveryDetail> {
  requireAccess(actor, "admin");
  const found = ID.test(id) ? await findStored(BigInt(id)) : null;
  if (!found) throw new AppError("not-found", `No delivery has the id ${id}.`);
  const { body, hash, answeredInMs, request, ...delivery } = found;
  const opened = body && found.outcome === "rejected" ? openRejected(body, hash) : null;
  const bytes = opened ? opened.body : body;
  return {
    ...withTenant(delivery, await tenantNames(actor)),
    body: bytes && bodyText(bytes),
    answeredInMs,
    request,
    signatureHeaders: opened && Object.keys(opened.signatures),
  };
}

function readCursor(cursor: string | undefined): bigint | null {
  if (cursor === undefined) return null;
  if (ID.test(cursor)) return BigInt(cursor);
  throw new AppError("bad-request", "cursor: give the nextCursor of the page before.", {
    parameter: "cursor",
  });
}

async function tenantNames(actor: Actor): Promise<Map<number, string>> {
  return new Map((await visibleTenancies(actor)).map(({ id, tenantId }) => [id, tenantId]));
}

function withTenant({ tenancyId, ...delivery }: StoredDelivery, names: Map<number, string>): Delivery {
  return { ...delivery, tenantId: tenancyId === null ? null : (names.get(tenancyId) ?? null) };
}
