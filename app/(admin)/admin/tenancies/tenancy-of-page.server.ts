import "server-only";
import { notFound } from "next/navigation";
import type { Actor } from "@/lib/auth/contract";
import { AppError } from "@/lib/core/errors";
import { readTenancy } from "@/lib/tenancies/admin.server";
import type { TenancyDetails } from "@/lib/tenancies/contract";

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
