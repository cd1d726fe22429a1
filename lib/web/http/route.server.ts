import "server-only";
import type { z } from "zod";
import { AppError } from "@/lib/base/core/errors";
import { SECOND_MS } from "@/lib/base/core/time";
import type { Endpoint } from "@/lib/base/request/endpoint";
import { expectedOf } from "@/lib/base/request/expected.server";
import { holdBack, type Rate, takeRate } from "@/lib/base/request/rate-limit.server";
import { noteActor } from "@/lib/base/request/request-context.server";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { authenticate } from "@/lib/identity/auth/guard.server";
import { forgetHeldReads } from "@/lib/identity/auth/shared-reads.server";
import { withActorLimit } from "./actor-limit.server";
import { parseInput, queryObject } from "./parse";
import { problemResponse } from "./problem";
import { textOf } from "./responses.server";
import { refuseForeignOrigin } from "./same-origin.server";

/** In bytes; the largest real body names some hundred control areas. */
const MAX_BODY = 262_144;
/** Invalid requests of one actor a second: our pages make none, and a sequential program hardly this many. */
const FAULTS: Rate = { name: "faults of an actor", limit: 50, windowMs: SECOND_MS };

type Schema = z.ZodType;

type Context = { params: Promise<Record<string, string | string[]>> };

export type Call<P extends Schema, Q extends Schema, B extends Schema> = {
  actor: Actor;
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
  request: Request;
};

/** One read of a batch. */
export type Part = {
  actor: Actor;
  /** The request of the whole batch. */
  request: Request;
  params: Record<string, string>;
  search: URLSearchParams;
};

export type RouteHandler = ((request: Request, context: Context) => Promise<Response>) & {
  /** Answers a read of a batch after the same checks; throws where the handler answers with a problem. */
  answerPart(part: Part): Promise<unknown>;
  declaration: Endpoint;
};

/**
 * The one wrapper of API routes: authenticates, checks access and input, and turns every error into a problem document.
 * A handler that streams returns its own Response.
 */
export function route<P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  declaration: Endpoint<P, Q, B, A>,
  handle: (call: Call<P, Q, B>) => Promise<z.input<A> | Response>,
): RouteHandler {
  const handler = async (request: Request, context: Context): Promise<Response> => {
    let caller: Actor | null = null;
    try {
      const actor = await authenticate(request);
      caller = actor;
      noteActor(actor.kind);
      requireAccess(actor, declaration.access);
      const changes = declaration.method !== "GET";
      if (changes) refuseForeignOrigin(request);
      const input = await readInput(declaration, request, context);
      const answer = await limited(actor, request, () => handle({ actor, request, ...input })).finally(
        () => changes && actor.kind !== "screen" && forgetHeldReads(),
      );
      return answer instanceof Response ? answer : jsonResponse(answer, declaration.status ?? 200);
    } catch (error) {
      // The client has left: no error.
      if (request.signal.aborted && error === request.signal.reason)
        return new Response(null, { status: 499 });
      if (error instanceof AppError && error.code === "bad-request") await slowDown(caller);
      return problemResponse(expectedOf(error, declaration.path));
    }
  };
  const answerPart = async ({ actor, request, params, search }: Part) => {
    requireAccess(actor, declaration.access);
    const input = await checkInput(declaration, { params, search, request });
    return limited(actor, request, () => handle({ actor, request, ...input }));
  };
  const limited = <T>(actor: Actor, { signal }: Request, work: () => Promise<T>): Promise<T> =>
    declaration.expensive ? withActorLimit(actor, signal, work) : work();
  return Object.assign(handler, { answerPart, declaration: declaration as unknown as Endpoint });
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

type Method = (typeof METHODS)[number];

type Refusal = (request: Request) => Promise<Response>;

/**
 * The exports of a route file: its calls, and for every other method a problem document with `Allow`
 * (RFC 9110, 15.5.6), which Next would answer with an empty body.
 */
export function methods<Calls extends Partial<Record<Method, RouteHandler>>>(
  calls: Calls,
): Record<Method | "OPTIONS", Refusal> & Calls {
  const own = METHODS.filter((method) => calls[method]);
  const allow = [...own, ...(calls.GET ? ["HEAD"] : []), "OPTIONS"].join(", ");
  const refuse: Refusal = async ({ method }) => {
    const detail = `${method} is not possible here. Use ${own.join(" or ")}.`;
    return problemResponse(new AppError("method-not-allowed", detail), { allow });
  };
  const options: Refusal = async () => new Response(null, { status: 204, headers: { allow } });
  const none = { GET: refuse, POST: refuse, PUT: refuse, PATCH: refuse, DELETE: refuse };
  return { ...none, OPTIONS: options, ...calls };
}

/** The exports of a route file that answers one read of a service. */
export function readRoute<P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  declaration: Endpoint<P, Q, B, A>,
  read: (actor: Actor, query: z.output<Q>) => Promise<z.input<A>>,
) {
  return methods({ GET: route(declaration, ({ actor, query }) => read(actor, query)) });
}

/** A route without sign-in, whose handler does its own checks. Errors become problem documents. */
export function openRoute(where: string, handle: (request: Request) => Promise<Response>) {
  return async (request: Request): Promise<Response> => {
    try {
      if (request.method !== "GET") refuseForeignOrigin(request);
      return await handle(request);
    } catch (error) {
      return problemResponse(expectedOf(error, where));
    }
  };
}

async function slowDown(actor: Actor | null): Promise<void> {
  if (actor && !takeRate(FAULTS, `${actor.kind} ${actor.id}`)) await holdBack();
}

/** A JSON response that caches must not store. */
export function jsonResponse(value: unknown, status = 200): Response {
  const headers = { "cache-control": "private, no-store", "content-type": "application/json" };
  return new Response(textOf(value), { status, headers });
}

async function readInput<P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  declaration: Endpoint<P, Q, B, A>,
  request: Request,
  context: Context,
) {
  const params = declaration.params ? await context.params : {};
  return checkInput(declaration, { params, search: new URL(request.url).searchParams, request });
}

type Input = { params: Record<string, string | string[]>; search: URLSearchParams; request: Request };

async function checkInput<P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  declaration: Endpoint<P, Q, B, A>,
  { params: named, search, request }: Input,
) {
  const params = declaration.params ? parseInput(declaration.params, named) : undefined;
  const query = declaration.query ? parseInput(declaration.query, queryObject(search)) : rejectAny(search);
  const body = declaration.body ? parseInput(declaration.body, await readJson(request)) : undefined;
  return { params, query, body } as { params: z.output<P>; query: z.output<Q>; body: z.output<B> };
}

function rejectAny(search: URLSearchParams): undefined {
  const [first] = search.keys();
  if (first !== undefined)
    throw new AppError("bad-request", `${first} is not known here.`, { parameter: first });
  return undefined;
}

/** Reads the body of a request. @throws AppError `too-large` above `limit` bytes */
export async function readBytes(request: Request, limit = MAX_BODY): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = new AppError("too-large", `A body has at most ${limit} bytes here.`, {
    parameter: "body",
  });
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > limit) throw tooLarge;
    parts.push(part);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * Reads the body of a request as JSON in UTF-8.
 * @throws AppError `too-large`; `bad-request` if it is no JSON, or the client left half-way
 */
export async function readJson(request: Request): Promise<unknown> {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await readBytes(request)));
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("bad-request", "The body is not JSON.", { parameter: "body" });
  }
}
