import "server-only";
import { AppError } from "@/lib/base/core/errors";
import type { Change, Command } from "@/lib/base/events/contract";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { getHub, type Signal } from "./hub.server";
import { encodeEvent } from "./messages";

const HEARTBEAT_MS = 15_000;
/** Together with `SHARED_MS` below the five seconds that a stream may outlive its session. */
const CHECK_MS = 4_000;
/** Time that streams of one credential share a check. */
const SHARED_MS = 1_000;
const SHARED_CHECK_MS = 500;
/** A client that reads too slowly is closed at this many queued messages: it reconnects and reads again. */
const MAX_QUEUED = 1_000;

/** Calls back for each change before any stream, while streams are open; null: changes may have been missed. */
export function onChanges(listener: (change: Change | null) => void): void {
  getHub().watch((signal) => {
    if (signal.kind === "changes") for (const change of signal.changes) listener(change);
    else if (signal.kind === "reconnected") listener(null);
  });
}

/** Makes every open page and wall read again, as after a lost connection. */
export function tellAllToReadAgain(): void {
  getHub().refresh();
}

/** Returns true while `onChanges` gets every change; otherwise the caller has to poll. */
export function hearsChanges(): boolean {
  return getHub().listens;
}

/** A visible tenancy; `within` null: all of its areas. */
type VisibleTenancy = { tenantId: string; within: readonly string[] | null };

export type StreamOptions = {
  /** Aborted when the client leaves. */
  signal: AbortSignal;
  /** Authenticates again; rejects if the session or token is no longer valid. */
  again: () => Promise<Actor>;
  /** The tenancies that an actor may see. */
  visible: (actor: Actor) => Promise<readonly VisibleTenancy[]>;
  /** The client's session or token: streams with the same one are checked together. */
  credential: string;
};

/** The open streams of this process. */
export function openStreams(): number {
  return getHub().size;
}

/**
 * Streams server-sent events of the tenancies that the actor may see (docs/spec/http-contract.md "Live events"):
 * `alert`, `query` and `sync` with the change as JSON, and a `heartbeat` at once and every 15 s. A `sync` with the id
 * "reconnected" follows an outage of the database: read again. A screen also gets its commands, as `screen`. People
 * with limits get alerts and syncs without ids, and no queries. The stream ends at once with the session, or within
 * five seconds if that event is lost.
 */
export async function openEventStream(
  actor: Actor,
  options: StreamOptions,
): Promise<ReadableStream<Uint8Array>> {
  requireAccess(actor, "screen");
  let hearing = await hearingOf(options, actor);
  const ends: (() => void)[] = [];
  let gone = false;
  const end = () => {
    for (const one of ends.splice(0)) one();
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const writer = writerOf(controller, { end, isGone: () => gone });
        const forward = (signal: Signal) => {
          if (signal.kind === "end") return writer.close();
          if (signal.kind === "command") return sendCommand(actor, signal.command, writer);
          if (signal.kind === "access") return concerns(actor, signal.userId) ? void check(true) : undefined;
          for (const piece of piecesOf(signal, hearing)) writer.send(piece);
        };
        const heartbeat = () => writer.send(encodeEvent("heartbeat", { at: new Date().toISOString() }));
        const check = async (anew = false) => {
          try {
            hearing = await checkShared(options, anew);
          } catch (error) {
            // While the database is away no check is possible, and no event arrives.
            if (error instanceof AppError) writer.close();
          }
        };
        heartbeat();
        ends.push(
          getHub().subscribe(forward),
          every(HEARTBEAT_MS, heartbeat),
          everyShared(CHECK_MS, () => void check()),
        );
        if (options.signal.aborted) writer.close();
        options.signal.addEventListener("abort", writer.close, { once: true });
      },
      cancel() {
        gone = true;
        end();
      },
    },
    { highWaterMark: MAX_QUEUED },
  );
}

/** A tenancy whose events a client gets; `limited`: without ids. */
type Hearing = { tenantId: string; limited: boolean };

async function hearingOf({ visible }: Pick<StreamOptions, "visible">, actor: Actor): Promise<Hearing[]> {
  const tenancies = await visible(actor);
  return tenancies.map(({ tenantId, within }) => ({ tenantId, limited: within !== null }));
}

const concerns = (actor: Actor, userId: number) => actor.kind === "user" && actor.id === userId;

/** Sends a command to the streams of its screen, and closes those of a revoked one. */
function sendCommand(actor: Actor, command: Command, writer: ReturnType<typeof writerOf>): void {
  if (actor.kind !== "screen" || String(actor.id) !== command.id) return;
  writer.send(encodeEvent("screen", command));
  if (command.command === "revoked") writer.close();
}

function every(interval: number, work: () => void): () => void {
  const timer = setInterval(work, interval);
  return () => clearInterval(timer);
}

/** Like `every`, but up to 0.5 s sooner, at moments that all streams share, so that their reads form a batch. */
function everyShared(interval: number, work: () => void): () => void {
  let timer: NodeJS.Timeout;
  const plan = () => {
    timer = setTimeout(
      () => {
        plan();
        work();
      },
      interval - (Date.now() % SHARED_CHECK_MS),
    );
  };
  plan();
  return () => clearTimeout(timer);
}

function piecesOf(
  signal: Extract<Signal, { kind: "changes" | "reconnected" }>,
  hearing: readonly Hearing[],
): Uint8Array[] {
  if (signal.kind === "reconnected")
    return hearing.map(({ tenantId }) => encodeEvent("sync", { type: "sync", tenantId, id: "reconnected" }));
  return hearing.flatMap(
    ({ tenantId, limited }) => (limited ? signal.neutral : signal.pieces).get(tenantId) ?? [],
  );
}

const checks = new Map<string, Promise<Hearing[]>>();

/**
 * The tenancies that a client may see now, read once for all streams of the same credential.
 * @param anew true ignores a check that began before the change
 */
function checkShared({ credential, again, visible }: StreamOptions, anew: boolean): Promise<Hearing[]> {
  const running = checks.get(credential);
  if (running && !anew) return running;
  const check = again().then((actor) => hearingOf({ visible }, actor));
  checks.set(credential, check);
  const forget = () => {
    if (checks.get(credential) === check) checks.delete(credential);
  };
  check.then(() => setTimeout(forget, SHARED_MS).unref(), forget);
  return check;
}

/** Writes and closes only while the reader is there: closing a cancelled stream throws. */
function writerOf(
  controller: ReadableStreamDefaultController<Uint8Array>,
  { end, isGone }: { end: () => void; isGone: () => boolean },
) {
  let open = true;
  const close = () => {
    end();
    if (open && !isGone()) controller.close();
    open = false;
  };
  const send = (piece: Uint8Array) => {
    if (!open || isGone()) return;
    controller.enqueue(piece);
    if ((controller.desiredSize ?? 0) <= 0) close();
  };
  return { send, close };
}
