// A person with one visible window, without a browser: follows links, gets events, and reads what they made old by the
// same code as a window (ChangeReader, ReadBatcher, isOld).

import { createHash } from "node:crypto";
import { Agent, type IncomingMessage } from "node:http";
import { ChangeReader } from "@/components/live/change-reader";
import { type Changes, type ChangeType, isOld } from "@/components/live/stream-plan";
import { type AlertDetail, readAlert } from "@/lib/alerting/alerts/contract";
import { ReadBatcher } from "@/lib/web/api/read-batcher";
import { BATCHED_PATHS } from "@/lib/web/batch/contract";
import { send, unpacked } from "../http-client";
import type { LoadFigures } from "./figures";
import type { OpenPage, Read } from "./pages";

/** The share of pages opened as documents (a notice's link, a new tab, a reload) rather than by the router. */
const DOCUMENTS = 0.2;
/** A browser's connections to one host, one of which carries the event stream. */
const CONNECTIONS = 6;

export type PersonOptions = {
  port: number;
  session: string;
  figures: LoadFigures;
  /** Returns the next page that this person opens. */
  wants: () => OpenPage;
  /** Returns the milliseconds until then. */
  stays: () => number;
  /** Called with the text of each event. */
  onEvents?: (text: string) => void;
};

export class Person {
  readonly #options: PersonOptions;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  readonly #changes = new ChangeReader({
    read: (changes) => this.#readOld(changes),
    isHidden: () => false,
    isOpen: () => !this.#gone,
  });
  readonly #reads: ReadBatcher;
  /** The alert of an alert page, once it was read as open. */
  #openAlert: string | undefined;
  #page: OpenPage;
  #stream: IncomingMessage | null = null;
  #next: NodeJS.Timeout | undefined;
  #gone = false;

  constructor(options: PersonOptions) {
    this.#options = options;
    this.#page = options.wants();
    this.#reads = new ReadBatcher({
      ask: async (address) => JSON.parse(await this.#read(address)) as unknown,
      problem: (status) => new Error(`A read was answered ${status}`),
      isUnanswered: () => false,
    });
  }

  /** Opens pages until `leave`. The first stay is cut at random, so that people do not move at the same time. */
  async arrive(): Promise<void> {
    await this.#open(true);
    this.#plan(this.#options.stays() * Math.random());
  }

  leave(): void {
    this.#gone = true;
    clearTimeout(this.#next);
    this.#changes.stop();
    this.#stream?.destroy();
    this.#agent.destroy();
  }

  #plan(stays: number): void {
    this.#next = setTimeout(() => {
      this.#page = this.#options.wants();
      void this.#open(Math.random() < DOCUMENTS).then(() => this.#plan(this.#options.stays()));
    }, stays);
  }

  async #open(asDocument: boolean): Promise<void> {
    const began = performance.now();
    if (asDocument) this.#stream?.destroy();
    try {
      const { address } = this.#page;
      const text = asDocument
        ? await this.#get(address, DOCUMENT)
        : await this.#get(...routerRequest(this.#page));
      if (asDocument && !text.includes("Leafwatch")) throw new Error("A page is not ours");
      this.#options.figures.add("page", performance.now() - began);
      this.#openAlert = undefined;
      if (asDocument) await this.#listen();
      else if (/isHeld\\*":true/.test(text)) this.#changes.catchUp();
      await Promise.all(this.#page.after.map((address) => this.#read(address)));
    } catch (error) {
      this.#fail(error);
    }
  }

  async #listen(): Promise<void> {
    const stream = await this.#send("/api/v1/events", { accept: "text/event-stream" }, false);
    if (stream.statusCode !== 200) throw new Error(`A stream was answered ${stream.statusCode}`);
    this.#stream = stream;
    stream.setEncoding("utf8").on("data", (text: string) => this.#hear(text));
    stream.on("error", () => undefined);
    this.#changes.catchUp();
  }

  #hear(text: string): void {
    this.#options.onEvents?.(text);
    for (const { type, id } of eventsOf(text)) this.#changes.add(type, id ?? null);
  }

  async #readOld(changes: Changes): Promise<void> {
    const old = this.#page.reads.filter(({ path }) => {
      const openAlert = path === readAlert.path ? this.#openAlert : undefined;
      return isOld({ path, openAlert }, changes);
    });
    await this.#readAll(old).catch((error) => this.#fail(error));
  }

  async #readAll(old: Read[]): Promise<void> {
    const answers = this.#reads.gather(() =>
      old.map(({ address, path }) =>
        BATCHED_PATHS.includes(path) ? this.#reads.take(address, undefined) : this.#read(address),
      ),
    );
    const all = await Promise.all(answers);
    const own = all[old.findIndex(({ path }) => path === readAlert.path)] as AlertDetail | undefined;
    if (own) this.#openAlert = own.status === "open" ? own.alertId : undefined;
  }

  async #read(address: string): Promise<string> {
    const began = performance.now();
    const text = await this.#get(address, { accept: "application/json" });
    this.#options.figures.add("read", performance.now() - began);
    return text;
  }

  async #get(path: string, headers: Record<string, string>): Promise<string> {
    const answer = await this.#send(path, headers, true);
    const text = (await unpacked(answer)).toString();
    if (answer.statusCode === 200) return text;
    throw new Error(`${path.split("?")[0]?.replace(/0{3}\d+/, "…")} was answered ${answer.statusCode}`);
  }

  #send(path: string, headers: Record<string, string>, kept: boolean): Promise<IncomingMessage> {
    const { port, session } = this.#options;
    const all = { host: `localhost:${port}`, cookie: session, "accept-encoding": "gzip", ...headers };
    return send({ port, path, headers: all, agent: kept ? this.#agent : false });
  }

  #fail(error: unknown): void {
    if (!this.#gone) this.#options.figures.fail(error instanceof Error ? error.message : String(error));
  }
}

type ParsedEvent = { type: ChangeType; id: string | undefined };
let lastParsed: { text: string; events: ParsedEvent[] } = { text: "", events: [] };

/** All windows get the same bytes, which are parsed once: parsing belongs to browsers, which are not measured. */
function eventsOf(text: string): ParsedEvent[] {
  if (lastParsed.text !== text) {
    const found = text.matchAll(/event: (alert|sync|query)\ndata: .*"id":"(.*)"/g);
    lastParsed = { text, events: [...found].map(([, type, id]) => ({ type: type as ChangeType, id })) };
  }
  return lastParsed.events;
}

const DOCUMENT = { accept: "text/html", "sec-fetch-dest": "document", "sec-fetch-mode": "navigate" };

/** Builds the request of Next's router, which keeps the frame and requests everything below it. */
function routerRequest({ address, tree }: OpenPage): [address: string, headers: Record<string, string>] {
  const leaf: unknown = ["__PAGE__", {}, null, tree.length === 0 ? "refetch" : null, 0];
  const below = tree.reduceRight(
    (inner, name, depth) => [name, { children: inner }, null, depth === 0 ? "refetch" : null, 0],
    leaf,
  );
  const state = ["", { children: ["(site)", { children: below }, null, null, 0] }, null, null, 16];
  const headers = {
    rsc: "1",
    "next-router-state-tree": encodeURIComponent(JSON.stringify(state)),
    "next-url": "/",
  };
  // Without a hash of the headers in the address, Next redirects to it.
  const named = ["0", "0", headers["next-router-state-tree"], headers["next-url"]].join();
  const mark = createHash("sha256").update(named).digest().subarray(0, 12).toString("base64url");
  return [`${address}?_rsc=${mark}`, headers];
}
