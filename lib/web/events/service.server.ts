import "server-only";
import { AppError } from "@/lib/base/core/errors";
import type { Change, Command } from "@/lib/base/events/contract";
import type { Actor } from "@/lib/identity/actor/contract";
import { requireAccess } from "@/lib/identity/actor/rules";
import { getHub, type Signal } from "./hub.server";
import { encodeEvent } from "./messages";

const HEARTBEAT_MS = 15_000;
/** With what a check may be shared for, no stream outlives its session by more than five seconds. */
const CHECK_MS = 4_000;
const SHARED_MS = 1_000;
const SHARED_CHECK_MS = 500;
/** A client that reads so little that this many messages wait is let go: it comes back and fetches anew. */
const MOST_WAITING = 1_000;

/** A change that was heard, or `null`: any may have been missed. */
export type Heard = (change: Change | null) => void;

/** Tells what changed, before any stream does, as long as streams are open. */
export function onChanges(heard: Heard): void {
  getHub().watch((signal) => {
    if (signal.kind === "changes") for (const change of signal.changes) heard(change);
    else if (signal.kind === "reconnected") heard(null);
  });
}

/** Lets every open page and wall read anew, as after a connection that was lost. */
export function tellAllToReadAgain(): void {
  getHub().refresh();
}

/** Whether every change is heard of now; else one has to look for oneself. */
export function hearsChanges(): boolean {
  return getHub().listens;
}

/** A tenancy by the name of its events; `within` null: all of its areas may be seen. */
type VisibleTenancy = { tenantId: string; within: readonly string[] | null };

export type StreamOptions = {
  /** Aborted when the client has gone. */
  signal: AbortSignal;
  /** The actor as they are now; rejects when the session or token is no longer valid. */
  again: () => Promise<Actor>;
  /** The tenancies that an actor may see. */
  visible: (actor: Actor) => Promise<readonly VisibleTenancy[]>;
  /** What the client signed in with: streams that share it are checked together. */
  credential: string;
};

/** How many streams are open in this process. */
export function openStreams(): number {
  return getHub().size;
}

/**
 * Server-sent events of the tenancies that the actor may see (docs/spec/http-contract.md "Live events"): `alert`,
 * `query` and `sync` with the change as JSON, and a `heartbeat` at once and every 15 s. After the database was out of
 * reach a `sync` with the id "reconnected" says: fetch again. A screen also hears the commands for it, as `screen`.
 * Who may see some control areas alone hears that alerts or history changed, without ids, and nothing of queries. The
 * stream ends at once with the session, and within five seconds where word of its end is lost.
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
          if (signal.kind === "command") return obey(actor, signal.command, writer);
          if (signal.kind === "access") return concerns(actor, signal.userId) ? void check(true) : undefined;
          for (const piece of piecesOf(signal, hearing)) writer.send(piece);
        };
        const heartbeat = () => writer.send(encodeEvent("heartbeat", { at: new Date().toISOString() }));
        const check = async (anew = false) => {
          try {
            hearing = await checkShared(options, anew);
          } catch (error) {
            // While the database is away nothing can be checked, and nothing comes that could be seen.
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
    { highWaterMark: MOST_WAITING },
  );
}

/** A tenancy that a client hears of; `limited`: without ids. */
type Hearing = { tenantId: string; limited: boolean };

async function hearingOf({ visible }: Pick<StreamOptions, "visible">, actor: Actor): Promise<Hearing[]> {
  const tenancies = await visible(actor);
  return tenancies.map(({ tenantId, within }) => ({ tenantId, limited: within !== null }));
}

const concerns = (actor: Actor, userId: number) => actor.kind === "user" && actor.id === userId;

/** A command goes to the streams of its screen; one that was revoked hears no more. */
function obey(actor: Actor, command: Command, writer: ReturnType<typeof writerOf>): void {
  if (actor.kind !== "screen" || String(actor.id) !== command.id) return;
  writer.send(encodeEvent("screen", command));
  if (command.command === "revoked") writer.close();
}

function every(interval: number, work: () => void): () => void {
  const timer = setInterval(work, interval);
  return () => clearInterval(timer);
}

/** As `every`, or a little sooner, at moments that all streams have in common: they ask the database together. */
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
 * The tenancies that a client may see now; asked once for all streams of the same session or token.
 * @param anew what was asked before something changed is not good enough
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

/** A stream whose reader has gone is closed already: to close it again would be an error that nobody catches. */
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
