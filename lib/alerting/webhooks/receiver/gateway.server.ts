import "server-only";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { AppError } from "@/lib/base/core/errors";
import { withTimeout } from "@/lib/base/core/with-timeout.server";
import { callerOf } from "@/lib/base/request/caller";
import { log } from "@/lib/base/request/log.server";
import { MAX_BODY_BYTES } from "../contract";
import { RECEIVER_BEAT_MS, writeReceiverState } from "../disk/receiver-state.server";
import { problemAnswer, type RawAnswer, readBody, refuseMethod } from "../wire.server";
import { type AppAnswer, AppLink, headersForApp, type Outgoing } from "./app-link.server";
import { Standby } from "./standby.server";

const WEBHOOK = "/api/webhooks/alerts";
const OWN_HEALTH = "/api/health/receiver";
/** How long the app may take for a notification; then there is time left for the spool within the sender's 5 s. */
const ANSWER_MS = 3_500;
/** How long after its start the app has surely read and saved its secrets. */
const SETTLED_MS = 6_000;
/** Seconds after which a browser or program should try again. */
const RETRY_S = 5;
/** As in lib/web/http/front.server.ts: an idle connection outlives the proxy's. */
const LIMITS = {
  headersTimeout: 20_000,
  requestTimeout: 60_000,
  timeout: 120_000,
  keepAliveTimeout: 125_000,
};
/** Bodies of notifications in memory, bytes: of all and from one address. More are answered 503. */
const MAX_BODIES = { all: 96_000_000, address: 24_000_000 };
/** How long notifications that have begun, and then other requests, may take to end when the receiver stops. */
const END_MS = 5_000;
const STREAM_END_MS = 500;
/** Changes are told no more often. */
const MIN_TELL_MS = 1_000;

export type GatewaySettings = {
  /** The address of the app, such as `http://127.0.0.1:3001`. */
  app: string;
  /** The spool's folder, which the app drains. */
  spool: string;
  /** Addresses and CIDRs of the operator's proxies. */
  trustedProxies: readonly string[];
};

/**
 * The receiver: stands before the app at its address, and passes everything on. While the app does not answer, it keeps
 * notifications in the spool by the same checks and with the same answers (docs/spec/http-contract.md "Notifications"),
 * and answers everything else 503.
 */
export class Gateway {
  readonly #settings: GatewaySettings;
  readonly #app: AppLink;
  readonly #standby: Standby;
  readonly #server: Server;
  readonly #end = new AbortController();
  readonly #receiving = new Set<Promise<unknown>>();
  readonly #bodies = new Map<string, number>();
  #bodyBytes = 0;
  readonly #startedAt = Date.now();
  #told = { text: "", at: 0 };

  constructor(settings: GatewaySettings) {
    this.#settings = settings;
    this.#app = new AppLink(settings.app);
    this.#standby = new Standby(settings.spool);
    this.#server = Object.assign(
      createServer((incoming, response) => {
        this.#answer(incoming, response).catch((error) => {
          log.error({ err: error }, "A request failed in the receiver");
          response.destroy();
        });
      }),
      LIMITS,
    );
  }

  /**
   * Starts to listen.
   * @param at a port and host, or the descriptor of a socket that listens already
   * @returns the port; @throws Error when the port is taken
   */
  async start(at: { port: number; host: string } | { fd: number }): Promise<number> {
    await this.#standby.start();
    await this.#app.look();
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject).listen(at, resolve);
    });
    void this.#app.watch(this.#end.signal, async () => {
      await this.#handOver();
      await this.#tellState();
    });
    const address = this.#server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  }

  /** Stops to listen, answers the notifications that have begun, and gives the spool away. */
  async stop(): Promise<void> {
    this.#end.abort();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    await withTimeout(Promise.allSettled(this.#receiving), END_MS).catch(() => undefined);
    this.#server.closeIdleConnections();
    // Streams of events never end by themselves; browsers connect again.
    const late = setTimeout(() => this.#server.closeAllConnections(), STREAM_END_MS);
    await closed;
    clearTimeout(late);
    this.#app.close();
    await this.#standby.stop();
    await this.#tellState(true);
  }

  /** Says in the data directory how it stands, when that has changed, and as a sign of life. Never throws. */
  async #tellState(stopped = false): Promise<void> {
    const { failure, waiting, oldest } = this.#standby;
    const state = { app: this.#app.isUp ? "up" : "away", waiting, oldest, failure, stopped } as const;
    const [text, at] = [JSON.stringify(state), Date.now()];
    const isDue = at - this.#told.at >= (text === this.#told.text ? RECEIVER_BEAT_MS : MIN_TELL_MS);
    if (!isDue && !stopped) return;
    this.#told = { text, at };
    await writeReceiverState({ ...state, startedAt: this.#startedAt, at }).catch((error) =>
      log.warn({ err: error }, "The state of the receiver could not be written to the data directory"),
    );
  }

  /** Gives the app, if it answers, what was kept for it. */
  async #handOver(): Promise<void> {
    if (!this.#app.isUp) return;
    await this.#standby.recheckHeld();
    await this.#standby.giveAway();
    if (this.#app.upMs < SETTLED_MS) return;
    for (const request of this.#standby.takeHeld())
      if (!(await this.#app.send(request.outgoing, request.body, ANSWER_MS))) this.#standby.hold(request);
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path] = (incoming.url ?? "").split("?");
    if (path === OWN_HEALTH) return write(response, this.#health());
    const isLarge = Number(incoming.headers["content-length"] ?? 0) > MAX_BODY_BYTES;
    // The app records what is too large, and reads no more of it than it must.
    if (path !== WEBHOOK || (isLarge && this.#app.isUp)) return this.#pass(incoming, response);
    if (incoming.method !== "POST") return write(response, refuseMethod());
    const receiving = this.#receive(incoming);
    this.#receiving.add(receiving);
    write(response, await receiving.finally(() => this.#receiving.delete(receiving)));
  }

  async #pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const outgoing = this.#outgoing(incoming);
    if (this.#app.isUp && (await this.#app.pass(incoming, outgoing, response))) return;
    write(response, awayAnswer(incoming));
  }

  async #receive(incoming: IncomingMessage): Promise<RawAnswer | AppAnswer> {
    const { headers, socket } = incoming;
    const receivedAt = new Date();
    const peer = callerOf(socket.remoteAddress, headers, this.#settings.trustedProxies).address;
    const counted = { address: peer, bytes: 0 };
    try {
      const body = await readBody({ headers, body: this.#count(incoming, counted) });
      const outgoing = withLength(this.#outgoing(incoming), body.length);
      const request = { headers, body, receivedAt, peer, outgoing };
      const answer = this.#app.isUp ? await this.#app.send(outgoing, body, ANSWER_MS) : undefined;
      if (answer && answer.status < 500) return answer;
      // The app may have it all the same, and recognizes it when it comes again.
      return (await this.#standby.store(request)) ?? answer ?? this.#standby.hold(request);
    } catch (error) {
      if (error instanceof AppError) return problemAnswer(error);
      log.warn({ err: error }, "A notification broke off: the connection ended within its body");
      return problemAnswer(new AppError("bad-request", "The body broke off before its end."));
    } finally {
      this.#addBytes(counted, -counted.bytes);
    }
  }

  /** Counts a body that is being read. @throws AppError `unavailable` when there are too many bytes in memory */
  async *#count(incoming: IncomingMessage, counted: Counted): AsyncGenerator<Buffer> {
    // The sender has to hear the answer although its body is not read to the end.
    for await (const part of incoming.iterator({ destroyOnReturn: false })) {
      this.#addBytes(counted, part.length);
      const ofAddress = this.#bodies.get(counted.address) ?? 0;
      if (this.#bodyBytes > MAX_BODIES.all || ofAddress > MAX_BODIES.address)
        throw new AppError("unavailable", "Too many notifications are being received at the same time.");
      yield part;
    }
  }

  #addBytes(counted: Counted, bytes: number): void {
    counted.bytes += bytes;
    this.#bodyBytes += bytes;
    const left = (this.#bodies.get(counted.address) ?? 0) + bytes;
    if (left > 0) this.#bodies.set(counted.address, left);
    else this.#bodies.delete(counted.address);
  }

  #outgoing({ method = "GET", url = "/", rawHeaders, headers, socket }: IncomingMessage): Outgoing {
    const { viaTrusted } = callerOf(socket.remoteAddress, headers, this.#settings.trustedProxies);
    const { address } = callerOf(socket.remoteAddress, {}, []);
    return { method, url, headers: headersForApp(rawHeaders, { address, isProxy: viaTrusted }) };
  }

  #health(): RawAnswer {
    const { failure, waiting } = this.#standby;
    return {
      status: failure === null ? 200 : 503,
      headers: { "content-type": "application/json", "cache-control": "no-store" },
      body: JSON.stringify({ app: this.#app.isUp ? "up" : "away", waiting, spool: failure ?? "ok" }),
    };
  }
}

/** The bytes of one body in memory. */
type Counted = { address: string; bytes: number };

function withLength(outgoing: Outgoing, bytes: number): Outgoing {
  const headers = outgoing.headers.flatMap((name, n, all) =>
    n % 2 === 1 || /^(content-length|transfer-encoding)$/i.test(name) ? [] : [name, all[n + 1] ?? ""],
  );
  return { ...outgoing, headers: [...headers, "Content-Length", String(bytes)] };
}

/** Answers everything but notifications while the app is away: a page to browsers, a problem to programs. */
function awayAnswer({ method, headers }: IncomingMessage): RawAnswer {
  const isPage = method === "GET" && headers.accept?.includes("text/html");
  const more = {
    "retry-after": String(RETRY_S),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  };
  const problem = problemAnswer(
    new AppError(
      "unavailable",
      "Leafwatch is restarting. Notifications are being received. Try again in a moment.",
    ),
    more,
  );
  if (!isPage) return problem;
  const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
  const page = { "content-type": "text/html; charset=utf-8", "content-security-policy": policy };
  return { status: 503, headers: { ...more, ...page }, body: AWAY_PAGE };
}

const AWAY_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${RETRY_S}">
<title>Leafwatch is restarting</title>
<style>
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 32rem; margin: 20vh auto 0; padding: 0 1.5rem }
  h1 { font-size: 1.25rem }
</style>
<h1>Leafwatch is restarting</h1>
<p>Alert notifications are being received meanwhile. This page reloads every ${RETRY_S} seconds.</p>
</html>
`;

function write(response: ServerResponse, { status, headers, body }: RawAnswer | AppAnswer): void {
  response.writeHead(status, headers).end(body);
}
