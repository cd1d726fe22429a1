import "server-only";
import { notFound } from "next/navigation";
import { AppError } from "@/lib/base/core/errors";
import type { TenancyDetails } from "@/lib/farm/tenancies/contract";
import type { Actor } from "@/lib/identity/actor/contract";
import { readTenancy } from "@/lib/operations/connecting/admin.server";

/** Reads the tenancy of a page by the encoded id in its address; "not found" if there is none. */
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
