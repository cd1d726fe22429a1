import "server-only";
import { forbidden, redirect } from "next/navigation";
import type { Actor } from "@/lib/identity/actor/contract";
import { mayAccess } from "@/lib/identity/actor/rules";
import { currentActor } from "@/lib/identity/auth/guard.server";
import { signInAddress } from "@/lib/identity/auth/sign-in-address.server";

/** The admin of a page; redirects to the sign-in without a session, and answers 403 to other roles. */
export async function requireAdmin(): Promise<Actor> {
  const actor = await currentActor();
  if (!actor) redirect(await signInAddress());
  if (!mayAccess(actor, "admin")) forbidden();
  return actor;
}
