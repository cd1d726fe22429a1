import "server-only";
import { headers } from "next/headers";
import { unstable_rethrow } from "next/navigation";
import type { z } from "zod";
import type { Role } from "@/lib/base/core/access";
import { AppError } from "@/lib/base/core/errors";
import { expectedOf } from "@/lib/base/request/expected.server";
import { peerOf } from "@/lib/base/request/peer.server";
import { noteActor } from "@/lib/base/request/request-context.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { currentActor } from "@/lib/identity/auth/guard.server";
import { forgetHeldReads } from "@/lib/identity/auth/shared-reads.server";
import type { ActionFault, ActionResult } from "./action-result";
import { parseInput } from "./parse";
import { problemOf } from "./problem";
import { refuseForeignOrigin } from "./same-origin.server";

/** The one wrapper of server actions: checks session, role and input; errors are returned as values. */
export function action<S extends z.ZodType, T>(
  declaration: { access: Role; input: S },
  handle: (call: { actor: Actor; input: z.output<S> }) => Promise<T>,
) {
  return (input: z.input<S>): Promise<ActionResult<T>> =>
    outcomeOf(async () => {
      const actor = await currentActor();
      if (!actor) throw new AppError("unauthenticated", "Your session has ended. Sign in again.");
      noteActor(actor.kind);
      requireAccess(actor, declaration.access);
      return handle({ actor, input: parseInput(declaration.input, input) }).finally(forgetHeldReads);
    });
}

/** An action without sign-in, whose input carries its own proof; `handle` gets the client's address. */
export function openAction<S extends z.ZodType, T>(
  declaration: { input: S },
  handle: (input: z.output<S>, address: string) => Promise<T>,
) {
  return (input: z.input<S>): Promise<ActionResult<T>> =>
    outcomeOf(async () => {
      const address = peerOf({ headers: await headers() });
      return handle(parseInput(declaration.input, input), address);
    });
}

async function outcomeOf<T>(work: () => Promise<T>): Promise<ActionResult<T>> {
  try {
    // Next checks the origin only if there is one; a request without may also come from another site.
    refuseForeignOrigin({ headers: await headers() });
    return { ok: true, value: await work() };
  } catch (error) {
    unstable_rethrow(error);
    return { ok: false, error: toFault(expectedOf(error, "an action")) };
  }
}

function toFault(error: unknown): ActionFault {
  const { detail, parameter } = problemOf(error);
  const also = error instanceof AppError ? error.also : [];
  return {
    message: detail,
    ...(parameter !== undefined && { parameter }),
    ...(also.length > 0 && { also }),
    ...(error instanceof AppError && error.code === "unauthenticated" && { signedOut: true as const }),
  };
}
