// A wall without a browser: it listens for events, fetches the snapshot at a wall's pace, and reports.

import { Agent, type IncomingMessage } from "node:http";
import { askDelay } from "@/lib/base/events/contact";
import { ReadPace } from "@/lib/web/events/read-pace";
import { send, unpacked } from "./http-client";

const BOARDS = "board=alerts&board=areas&board=now";
/** The intervals of components/wall/runtime: snapshots without an event, and reports. */
const ASK_EVERY_MS = 30_000;
const REPORT_EVERY_MS = 30_000;

export type ScreenOptions = {
  port: number;
  token: string;
  /** Called with each answer to a request for a snapshot. */
  onAnswer?: (tookMs: number, status: number) => void;
  onError?: (error: Error) => void;
};

export class LightScreen {
  readonly #options: ScreenOptions;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #pace = new ReadPace();
  readonly #seen = new Map<number, number>();
  #tag = "";
  #stream: IncomingMessage | null = null;
  #asking = false;
  #again = false;
  #timer: NodeJS.Timeout | undefined;
  #dueAt = Number.POSITIVE_INFINITY;
  #reports: NodeJS.Timeout | undefined;

  private constructor(options: ScreenOptions) {
    this.#options = options;
  }

  /** Opens the stream and sends the first request for a snapshot and the first report. */
  static async open(options: ScreenOptions): Promise<LightScreen> {
    const screen = new LightScreen(options);
    screen.#stream = await screen.#listen();
    await screen.#ask();
    await screen.#report();
    screen.#reports = setInterval(() => void screen.#report(), REPORT_EVERY_MS);
    return screen;
  }

  /** Returns when a snapshot first had at least `count` MEDIUM alerts, in epoch milliseconds; 0 if none had. */
  seenAt(count: number): number {
    const times = [...this.#seen].flatMap(([seen, at]) => (seen >= count ? [at] : []));
    return times.length === 0 ? 0 : Math.min(...times);
  }

  close(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#reports);
    this.#stream?.destroy();
    this.#agent.destroy();
  }

  async #listen(): Promise<IncomingMessage> {
    const { port } = this.#options;
    const options = {
      host: "127.0.0.1",
      port,
      path: "/api/v1/events?as=screen",
      headers: this.#headers(),
      agent: false,
    };
    const stream = await send(options);
    if (stream.statusCode !== 200) throw new Error(`A screen's stream was answered ${stream.statusCode}`);
    stream.setEncoding("utf8").on("data", (part: string) => {
      if (part.includes("event: alert") || part.includes("event: sync")) this.#soon();
    });
    return stream.on("error", () => undefined);
  }

  #soon(): void {
    if (this.#asking) {
      this.#again = true;
      return;
    }
    const now = performance.now();
    const wait = this.#pace.wait(now, askDelay(Math.random()));
    if (now + wait < this.#dueAt) this.#plan(wait);
  }

  #plan(wait: number): void {
    clearTimeout(this.#timer);
    this.#dueAt = performance.now() + wait;
    this.#timer = setTimeout(() => void this.#ask(), wait);
  }

  async #ask(): Promise<void> {
    clearTimeout(this.#timer);
    this.#dueAt = Number.POSITIVE_INFINITY;
    this.#asking = true;
    this.#pace.begin(performance.now());
    await this.#take().catch((error: Error) => this.#options.onError?.(error));
    this.#pace.end(performance.now());
    this.#asking = false;
    this.#plan(ASK_EVERY_MS);
    if (!this.#again) return;
    this.#again = false;
    this.#soon();
  }

  async #take(): Promise<void> {
    const began = performance.now();
    const { status, text, tag } = await this.#send(`/api/v1/wall/snapshot?${BOARDS}`, "GET");
    this.#options.onAnswer?.(performance.now() - began, status);
    if (status !== 200) return;
    this.#tag = tag;
    const medium = mediumOf(tag, text);
    if (!this.#seen.has(medium)) this.#seen.set(medium, Date.now());
  }

  async #report(): Promise<void> {
    const report = {
      ...{ version: "bench", width: 1920, height: 1080, pixelRatio: 1 },
      ...{ lastPaintAt: new Date().toISOString(), page: "Areas 1 of 6", withoutContact: 0 },
    };
    const answer = await this.#send("/api/v1/wall/report", "POST", JSON.stringify(report)).catch(
      (error: Error) => this.#options.onError?.(error),
    );
    if (answer && answer.status !== 200)
      this.#options.onError?.(new Error(`A report was answered ${answer.status}`));
  }

  #headers(): Record<string, string> {
    return { cookie: `leafwatch-screen=${this.#options.token}`, "x-leafwatch-as": "screen" };
  }

  async #send(
    path: string,
    method: string,
    body?: string,
  ): Promise<{ status: number; text: string; tag: string }> {
    const headers = {
      ...this.#headers(),
      "accept-encoding": "gzip",
      ...(body === undefined ? { "if-none-match": this.#tag } : { "content-type": "application/json" }),
    };
    const answer = await send({ port: this.#options.port, path, method, headers, agent: this.#agent }, body);
    const { statusCode: status = 0, headers: told } = answer;
    return { status, text: (await unpacked(answer)).toString(), tag: told.etag ?? "" };
  }
}

let readLast = { tag: "", medium: 0 };

/** Parses each snapshot once, because screens with the same boards get the same one. */
function mediumOf(tag: string, text: string): number {
  if (readLast.tag !== tag) {
    const { counts } = JSON.parse(text) as { counts: { medium: number } };
    readLast = { tag, medium: counts.medium };
  }
  return readLast.medium;
}
