// The queries that were submitted: who owns them, how far they are, when their results expire.
import { randomUUID } from "node:crypto";
import type { QuerySpec } from "./query";

export interface Query {
  id: string;
  clientId: string;
  spec: QuerySpec;
  requestedAt: number;
  readyAt: number;
  expiresAt: number;
  /** Taken away before its time, in the variant that does so. */
  withdrawn: boolean;
  /** How often its status was told. */
  told: number;
  /** The service knows nothing of it any more, in the variant that does so. */
  forgotten: boolean;
}

export type QueryPhase = "SUBMITTED" | "RUNNING" | "COMPLETED";

const KEPT = 5000;

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
      told: 0,
      forgotten: false,
    };
    this.#queries.set(query.id, query);
    this.submitted += 1;
    const [oldest] = this.#queries.keys();
    if (this.#queries.size > KEPT && oldest !== undefined) this.#queries.delete(oldest);
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
