import { AppError } from "@/lib/base/core/errors";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";

/** Returns the user id of an actor. @throws AppError `forbidden` for programs and screens, which get no notices */
export function requirePerson(actor: Actor): number {
  requireAccess(actor, "viewer");
  if (actor.kind === "user") return actor.id;
  throw new AppError("forbidden", "Notices are for people who sign in.");
}
