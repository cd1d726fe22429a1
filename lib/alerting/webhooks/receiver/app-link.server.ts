import "server-only";
import { Agent, type IncomingMessage, type RequestOptions, request, type ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/base/request/log.server";

/** Interval at which the app is looked for while it does not answer. */
const LOOK_EVERY_MS = 300;
/** A look that takes longer found nobody. */
const LOOK_MS = 2_000;
/** Headers of one connection (RFC 9110, 7.6.1), and those that Node sets itself. */
const OF_CONNECTION = new Set([
  ...["connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade", "expect"],
]);
/** Errors of a connection that was never made. */
const UNREACHABLE = new Set([
  ...["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT"],
]);
/** What tells of the client; the app believes it of us, so a stranger must not write it. */
const FORWARDED =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-original-forwarded-for|x-(?:real|client|cluster-client)-ip|true-client-ip|cf-connecting-ip|x-request-id)$/;

/** The other end of a connection: its address, and whether it is one of the operator's proxies. */
export type Client = { address: string; isProxy: boolean };

/** An answer of the app, read whole. */
export type AppAnswer = { status: number; headers: string[]; body: Buffer };

/** A request to send to the app: where, and with which header lines. */
export type Outgoing = { method: string; url: string; headers: string[] };

/** The app behind the receiver: requests to it, and whether it answers. */
export class AppLink {
  readonly #address: URL;
  readonly #agent = new Agent({ keepAlive: true, maxFreeSockets: 64 });
  #isUp = false;
  #upSince = 0;
  /** It did not answer in time, which a look has to settle. */
  #isDoubted = false;

  /** @param address of the app, such as `http://127.0.0.1:3001` */
  constructor(address: string) {
    this.#address = new URL(address);
  }

  /** How long the app has answered without a break, milliseconds; 0 while it does not. */
  get upMs(): number {
    return this.#isUp ? performance.now() - this.#upSince : 0;
  }

  /** True if the app answered last time. */
  get isUp(): boolean {
    return this.#isUp;
  }

  /**
   * Looks for the app while it does not answer, until `signal` aborts.
   * @param onTick called after each look
   */
  async watch(signal: AbortSignal, onTick: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      await this.look();
      await onTick();
      await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Looks once whether the app answers, unless it is known to. */
  async look(): Promise<void> {
    if (this.#isUp && !this.#isDoubted) return;
    const answer = await this.send(
      { method: "GET", url: "/api/health/live", headers: [] },
      undefined,
      LOOK_MS,
    );
    this.#isDoubted = false;
    this.#settle(answer?.status === 200);
  }

  /**
   * Sends a request whose body is known, and reads the answer whole.
   * @returns undefined if there was no answer in time; the app may have the request all the same
   */
  async send(outgoing: Outgoing, body: Uint8Array | undefined, ms: number): Promise<AppAnswer | undefined> {
    const sent = request({ ...this.#options(outgoing), signal: AbortSignal.timeout(ms) });
    try {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        sent.once("response", resolve).once("error", reject);
        sent.end(body);
      });
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part);
      return {
        status: answer.statusCode ?? 502,
        headers: lasting(answer.rawHeaders),
        body: Buffer.concat(parts),
      };
    } catch (error) {
      sent.on("error", () => undefined).destroy();
      this.#failed(error);
      return undefined;
    }
  }

  /**
   * Passes a request and its answer through as they come, such as a page or a stream of events.
   * @returns false if the app got nothing of it, and nothing is answered yet
   */
  async pass(incoming: IncomingMessage, outgoing: Outgoing, response: ServerResponse): Promise<boolean> {
    const hasBody = incoming.headers["content-length"] !== undefined || incoming.headers["transfer-encoding"];
    // A kept connection may have been closed at the moment it was used.
    for (let fresh = false; ; fresh = true) {
      const sent = request({ ...this.#options(outgoing), ...(fresh ? { agent: false } : {}) });
      const leave = () => {
        if (!response.writableFinished) sent.destroy();
      };
      response.once("close", leave);
      try {
        const answer = await new Promise<IncomingMessage>((resolve, reject) => {
          sent.once("response", resolve).once("error", reject);
          if (hasBody) incoming.pipe(sent);
          else sent.end();
        });
        response.writeHead(answer.statusCode ?? 502, answer.statusMessage, lasting(answer.rawHeaders));
        // A stream of events may have nothing to say yet.
        response.flushHeaders();
        await pipeline(answer, response);
        return true;
      } catch (error) {
        sent.on("error", () => undefined).destroy();
        if (response.headersSent || response.destroyed) {
          response.destroy();
          return true;
        }
        if (!fresh && !hasBody && sent.reusedSocket) continue;
        this.#failed(error);
        return false;
      } finally {
        response.off("close", leave);
      }
    }
  }

  /** Closes idle connections. */
  close(): void {
    this.#agent.destroy();
  }

  #options({ method, url, headers }: Outgoing): RequestOptions {
    const { hostname, port } = this.#address;
    const named = headers.length > 0 ? headers : ["host", this.#address.host];
    return {
      host: hostname.replace(/^\[(.*)\]$/, "$1"),
      port,
      method,
      path: url,
      headers: named,
      agent: this.#agent,
    };
  }

  #failed(error: unknown): void {
    if (error instanceof Error && "code" in error && UNREACHABLE.has(String(error.code))) this.#settle(false);
    else this.#isDoubted = true;
  }

  #settle(isUp: boolean): void {
    if (isUp === this.#isUp) return;
    this.#isUp = isUp;
    this.#upSince = performance.now();
    if (isUp) log.info("The app answers");
    else log.warn("The app does not answer: notifications go to the spool until it does");
  }
}

/**
 * The header lines of a request for the app: without those of the connection, and with the client's address at the end of
 * `X-Forwarded-For`. What a stranger says of other proxies is left out.
 * @param raw names and values in turn, as in `IncomingMessage.rawHeaders`
 */
export function headersForApp(raw: readonly string[], { address, isProxy }: Client): string[] {
  const kept = lasting(raw);
  const before: string[] = [];
  const lines: string[] = [];
  for (let n = 0; n < kept.length; n += 2) {
    const [name = "", value = ""] = kept.slice(n, n + 2);
    if (!FORWARDED.test(name.toLowerCase())) lines.push(name, value);
    else if (isProxy && name.toLowerCase() === "x-forwarded-for") before.push(value);
    else if (isProxy) lines.push(name, value);
  }
  return [...lines, "X-Forwarded-For", [...before, address].join(", ")];
}

/** Leaves out the header lines that concern one connection. */
function lasting(raw: readonly string[]): string[] {
  const pairs = Array.from({ length: raw.length / 2 }, (_, n) => raw.slice(2 * n, 2 * n + 2));
  const named = pairs
    .filter(([name]) => name?.toLowerCase() === "connection")
    .flatMap(([, value = ""]) => value.split(",").map((one) => one.trim().toLowerCase()));
  const left = pairs.filter(([name = ""]) => {
    const lower = name.toLowerCase();
    return !OF_CONNECTION.has(lower) && !named.includes(lower);
  });
  return left.flat();
}
