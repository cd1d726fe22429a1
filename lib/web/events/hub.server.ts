import "server-only";
import pg from "pg";
import { z } from "zod";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { directDatabaseUrl } from "@/lib/base/db/pool.server";
import {
  type AccessChange,
  accessSchema,
  type Change,
  type Command,
  changeSchema,
  commandSchema,
  EVENT_CHANNEL,
} from "@/lib/base/events/contract";
import { log } from "@/lib/base/request/log.server";
import { encodeChanges, gatherWait, neutralOf } from "./messages";

/** Encoded changes, a command for one screen, a change of access, possibly missed changes, or the end of the process. */
export type Signal =
  | { kind: "changes"; changes: readonly Change[]; pieces: Pieces; neutral: Pieces }
  | { kind: "command"; command: Command }
  | { kind: "access"; userId: number }
  | { kind: "reconnected" }
  | { kind: "end" };
/** Encoded changes by tenancy; `neutral` ones, for people with limits, have no ids. */
type Pieces = ReadonlyMap<string, Uint8Array>;
type Listener = (signal: Signal) => void;

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 10_000;
/** Detects a connection that died silently. */
const PROBE_EVERY_MS = 10_000;

/**
 * The one LISTEN connection of this process, shared by all streams: open while there are listeners, and reopened when
 * lost. It is not from the pool, which would lend it to others.
 */
class Hub {
  readonly #listeners = new Set<Listener>();
  readonly #watchers = new Set<Listener>();
  #listens = false;
  #client: pg.Client | null = null;
  #timer: NodeJS.Timeout | undefined;
  #wait = FIRST_WAIT_MS;
  #gathered: Change[] = [];
  #flushedAt = Number.NEGATIVE_INFINITY;

  /** The number of open streams. */
  get size(): number {
    return this.#listeners.size;
  }

  /** Listens until the returned function is called; the first listener opens the connection. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) void this.#open();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#close();
    };
  }

  /** Listens while streams are open, without keeping the connection open. */
  watch(listener: Listener): void {
    this.#watchers.add(listener);
  }

  /** Returns true while every change arrives. */
  get listens(): boolean {
    return this.#listens;
  }

  /** Makes all listeners read again, after a change that the database does not announce. */
  refresh(): void {
    this.#broadcast({ kind: "reconnected" });
  }

  /** Ends all streams, since a server waits for open ones before it stops. */
  end(): void {
    this.#broadcast({ kind: "end" });
  }

  async #open(): Promise<void> {
    if (this.#client) return;
    const client = new pg.Client({
      connectionString: directDatabaseUrl(),
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
      application_name: "leafwatch events",
    });
    this.#client = client;
    client.on("error", () => this.#lost(client));
    client.on("end", () => this.#lost(client));
    client.on("notification", ({ payload }) => this.#tell(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${EVENT_CHANNEL}`);
      this.#ready(client);
    } catch {
      this.#lost(client);
    }
  }

  #ready(client: pg.Client): void {
    if (this.#client !== client) {
      void client.end().catch(() => undefined);
      return;
    }
    this.#wait = FIRST_WAIT_MS;
    this.#timer = setInterval(() => {
      client.query("SELECT 1").catch(() => this.#lost(client));
    }, PROBE_EVERY_MS);
    this.#listens = true;
    // Changes before LISTEN took effect were missed.
    this.#broadcast({ kind: "reconnected" });
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#close();
    if (this.#listeners.size === 0) return;
    log.warn({ nextTryInMs: this.#wait }, "Live events: the database is out of reach");
    this.#timer = setTimeout(() => void this.#open(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, MAX_WAIT_MS);
  }

  #close(): void {
    const client = this.#client;
    this.#client = null;
    this.#listens = false;
    clearTimeout(this.#timer);
    void client?.end().catch(() => undefined);
  }

  #tell(payload: string | undefined): void {
    const change = parsePayload(payload);
    if (!change) {
      log.warn("Live events: a payload could not be parsed");
      return;
    }
    if (change.type === "screen") {
      this.#broadcast({ kind: "command", command: change });
      return;
    }
    if (change.type === "access") {
      this.#broadcast({ kind: "access", userId: change.userId });
      return;
    }
    const since = performance.now() - this.#flushedAt;
    if (this.#gathered.length === 0) setTimeout(() => this.#flush(), gatherWait(this.#listeners.size, since));
    this.#gathered.push(change);
  }

  #flush(): void {
    const changes = this.#gathered.splice(0);
    this.#flushedAt = performance.now();
    const pieces = encodeChanges(changes);
    const neutral = encodeChanges(changes.flatMap(neutralOf));
    this.#broadcast({ kind: "changes", changes, pieces, neutral });
  }

  #broadcast(signal: Signal): void {
    for (const listener of [...this.#watchers, ...this.#listeners]) listener(signal);
  }
}

const payloadSchema = z.discriminatedUnion("type", [changeSchema, commandSchema, accessSchema]);

function parsePayload(payload: string | undefined): Change | Command | AccessChange | null {
  try {
    return payloadSchema.parse(JSON.parse(payload ?? ""));
  } catch {
    return null;
  }
}

const held = processSingleton<{ hub: Hub; hubEnds: true }>();

/** The hub of this process. */
export function getHub(): Hub {
  held.hub ??= new Hub();
  return held.hub;
}

/** Ends all streams on SIGTERM and SIGINT, so that the process can stop. Idempotent. */
export function endStreamsOnSignals(): void {
  if (held.hubEnds) return;
  held.hubEnds = true;
  for (const name of ["SIGTERM", "SIGINT"] as const) process.once(name, () => held.hub?.end());
}
