import type { z } from "zod";
import type { Access } from "@/lib/base/core/access";
import type { ErrorCode } from "@/lib/base/core/errors";

type Schema = z.ZodType;

/** The declaration of an API call: it validates the route, types the client and generates the OpenAPI document. */
export type Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
> = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** In OpenAPI's form: `/api/v1/alerts/{alertId}`. */
  path: string;
  summary: string;
  /** The lowest access that may call: a screen, or a role. */
  access: Access;
  params?: Params;
  /** A strict object, so that unknown parameters are rejected by name. */
  query?: Query;
  body?: Body;
  /** A read of history: each actor runs three at once, the rest queue. */
  expensive?: true;
  /** Error statuses besides those of every call, of calls with a body (413) and of expensive reads (429). */
  problems?: readonly Extract<ErrorCode, "conflict" | "too-many-requests">[];
  /** Status of success, 200 by default. */
  status?: number;
  answer?: Answer;
  /** The content type of an answer that is not JSON. */
  contentType?: string;
};

/** Declares a call with its exact types. */
export function endpoint<P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  declaration: Endpoint<P, Q, B, A>,
): Endpoint<P, Q, B, A> {
  return declaration;
}

/** The parsed query parameters of a call. */
export type QueryOf<E extends { query?: Schema }> = z.output<NonNullable<E["query"]>>;

/** The return value of a call's handler. */
export type AnswerOf<E extends { answer?: Schema }> = z.input<NonNullable<E["answer"]>>;
