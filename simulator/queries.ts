// The submitted queries: their owner, progress and expiry.
import { randomUUID } from "node:crypto";
import type { QuerySpec } from "./query";

export interface Query {
  id: string;
  clientId: string;
  spec: QuerySpec;
  requestedAt: number;
  readyAt: number;
  expiresAt: number;
  /** Removed before its expiry, by the variant `expired`. */
  withdrawn: boolean;
  /** Number of status answers. */
  statusAnswers: number;
  /** Unknown to the service from now on, by the variant `forgets`. */
  forgotten: boolean;
}

export type QueryPhase = "SUBMITTED" | "RUNNING" | "COMPLETED";

const MAX_QUERIES = 5000;

export class QueryList {
  readonly #queries = new Map<string, Query>();
  submitted = 0;

  add(clientId: string, spec: QuerySpec, now: number, runMs: number, keepMs: number): Query {
    const readyAt = now + runMs;
    const query = {
      id: randomUUID(),
      clientId,
      spec,
      requestedAt: now,
      readyAt,
      expiresAt: readyAt + keepMs,
      withdrawn: false,
      statusAnswers: 0,
      forgotten: false,
    };
    this.#queries.set(query.id, query);
    this.submitted += 1;
    const [oldest] = this.#queries.keys();
    if (this.#queries.size > MAX_QUERIES && oldest !== undefined) this.#queries.delete(oldest);
    return query;
  }

  find(id: string): Query | undefined {
    return this.#queries.get(id);
  }
}

export function phaseOf(query: Query, now: number): QueryPhase {
  if (now >= query.readyAt) return "COMPLETED";
  return now - query.requestedAt < (query.readyAt - query.requestedAt) * 0.3 ? "SUBMITTED" : "RUNNING";
}

export function isExpired(query: Query, now: number): boolean {
  return query.withdrawn || now >= query.expiresAt;
}
