import "server-only";
import type { z } from "zod";
import type { Actor } from "@/lib/auth/contract";
import { authenticate } from "@/lib/auth/guard.server";
import { requireAccess } from "@/lib/auth/rules";
import { AppError } from "@/lib/core/errors";
import { readJson } from "./body.server";
import type { Endpoint } from "./endpoint";
import { expectedOf } from "./expected.server";
import { parseInput, queryObject } from "./parse";
import { problemResponse } from "./problem";
import { noteActor } from "./request-context.server";
import { refuseForeignOrigin } from "./same-origin.server";

type Schema = z.ZodType;
type Context = { params: Promise<Record<string, string | string[]>> };

export type Call<P extends Schema, Q extends Schema, B extends Schema> = {
  actor: Actor;
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
  request: Request;
};

/**
 * The one wrapper of API routes: who may call, is the input right, what happens, and every error as a
 * problem document. A handler that streams returns its own Response.
 */
export function route<P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  declaration: Endpoint<P, Q, B, A>,
  handle: (call: Call<P, Q, B>) => Promise<z.input<A> | Response>,
) {
  return async (request: Request, context: Context): Promise<Response> => {
    try {
      const actor = await authenticate(request);
      noteActor(actor.kind);
      requireAccess(actor, declaration.access);
      if (declaration.method !== "GET") refuseForeignOrigin(request);
      const answer = await handle({ actor, request, ...(await readInput(declaration, request, context)) });
      return answer instanceof Response ? answer : jsonResponse(answer, declaration.status ?? 200);
    } catch (error) {
      // Nobody waits for it any more, so that its end is no fault.
      if (request.signal.aborted && error === request.signal.reason)
        return new Response(null, { status: 499 });
      return problemResponse(expectedOf(error, declaration.path));
    }
  };
}

/** A JSON answer that no shared cache keeps. */
export function jsonResponse(value: unknown, status = 200): Response {
  return Response.json(value, { status, headers: { "cache-control": "private, no-store" } });
}

async function readInput<P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  declaration: Endpoint<P, Q, B, A>,
  request: Request,
  context: Context,
) {
  const params = declaration.params ? parseInput(declaration.params, await context.params) : undefined;
  const search = new URL(request.url).searchParams;
  const query = declaration.query ? parseInput(declaration.query, queryObject(search)) : refuseAny(search);
  const body = declaration.body ? parseInput(declaration.body, await readJson(request)) : undefined;
  return { params, query, body } as { params: z.output<P>; query: z.output<Q>; body: z.output<B> };
}

function refuseAny(search: URLSearchParams): undefined {
  const [first] = search.keys();
  if (first !== undefined)
    throw new AppError("bad-request", `${first} is not known here.`, { parameter: first });
  return undefined;
}
