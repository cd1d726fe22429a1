import type { z } from "zod";
import type { Access } from "@/lib/base/core/access";
import type { ErrorCode } from "@/lib/base/core/errors";

type Schema = z.ZodType;

/**
 * One declaration of an API call: the route is checked by it, the client is typed by it, and the
 * OpenAPI document is generated from it.
 */
export type Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
> = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** As OpenAPI writes it: `/api/v1/alerts/{alertId}`. */
  path: string;
  summary: string;
  /** Who may call: a screen, or a role and those above it. */
  access: Access;
  params?: Params;
  /** A strict object: an unknown parameter is refused by name. */
  query?: Query;
  body?: Body;
  /** A read of history: an actor has three of them at once, the rest wait in order. */
  expensive?: true;
  /** How it fails beside what every call can answer with, what a body can (413) and an expensive read (429). */
  problems?: readonly Extract<ErrorCode, "conflict" | "too-many-requests">[];
  /** Status of success, 200 unless said. */
  status?: number;
  answer?: Answer;
  /** For an answer that is not JSON: its content type. */
  contentType?: string;
};

/** Keeps the exact types of a declaration. */
export function endpoint<P extends Schema, Q extends Schema, B extends Schema, A extends Schema>(
  declaration: Endpoint<P, Q, B, A>,
): Endpoint<P, Q, B, A> {
  return declaration;
}

/** The parsed query parameters of a call. */
export type QueryOf<E extends { query?: Schema }> = z.output<NonNullable<E["query"]>>;

/** What the code of a call answers with. */
export type AnswerOf<E extends { answer?: Schema }> = z.input<NonNullable<E["answer"]>>;
