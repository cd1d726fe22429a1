import "server-only";
import { notFound } from "next/navigation";
import { AppError } from "@/lib/base/core/errors";
import type { TenancyDetails } from "@/lib/farm/tenancies/contract";
import type { Actor } from "@/lib/identity/actor/contract";
import { readTenancy } from "@/lib/operations/connecting/admin.server";

/** The tenancy that a page's address names, as it stands there; no such page when there is none. */
export async function tenancyOfPage(actor: Actor, segment: string): Promise<TenancyDetails> {
  return readTenancy(actor, decoded(segment)).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not-found") notFound();
    throw error;
  });
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return notFound();
  }
}
