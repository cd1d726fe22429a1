import type { Board, ScreenConfig } from "@/lib/screens/boards";
import type { WallSnapshot } from "@/lib/wall/contract";
import { isNight } from "@/lib/wall/night";
import type { Page } from "@/lib/wall/pages";
import { shiftAt } from "@/lib/wall/pixel-shift";
import { hasJumped, hear, type MachineClocks, sees, serverTime, UNHEARD } from "@/lib/wall/server-clock";
import { beginTakeovers, type Shown, shownTakeover, type Takeovers, takeIn } from "@/lib/wall/takeover";
import { type Turn, turn } from "@/lib/wall/turning";
import { openHigh, pagesInTurn, waitingHigh } from "../model";
import { Asker } from "./asker";
import { type Command, EventStream } from "./event-stream";
import { forget, type Memory, recall, remember } from "./memory";
import { reloadOnce } from "./reloads";
import { Reporter } from "./reporter";
import { forgetShell } from "./shell";
import { playTone } from "./tone";

export type Contact = "waiting" | "seen" | "away" | "failing" | "clock";

export type WallState = {
  screen: ScreenConfig;
  snapshot: WallSnapshot | null;
  /** The server's clock, epoch milliseconds, as fine as what is shown needs; null where nobody knows. */
  now: number | null;
  /** seen: live. away: nobody answers. failing: without data. clock: the time is not known. */
  contact: Contact;
  /** When the snapshot last held, by the server's clock. */
  seenAt: number | null;
  /** Whole seconds until the next try. */
  nextTryIn: number | null;
  page: Page | null;
  takeover: Shown | null;
  shift: { x: number; y: number };
  night: boolean;
  identify: boolean;
  /** Nothing may be shown any more. */
  dark: boolean;
  portrait: boolean;
};

const TICK_MS = 1_000;
const MINUTE_MS = 60_000;
/** An answer without data has so long to become one with data. */
const FAILING_MS = 30_000;
/** A jump of the machine's clock is asked about first. */
const JUMP_MS = 5_000;
const FIRST_ANSWER_MS = 10_000;
const IDENTIFY_MS = 20_000;
const REMEMBER_EVERY_MS = 10_000;
const VERSION_RELOAD_MS = 10 * MINUTE_MS;

type Options = {
  screen: ScreenConfig;
  version: string;
  /** The boards that the address asks for, whatever the screen's own are. */
  only: Board[] | undefined;
  preview: boolean;
};

type TurnFacts = {
  exact: number | null;
  steady: number;
  portrait: boolean;
  takeover: Shown | null;
  contact: Contact;
};

/** What a wall does apart from drawing: hears, asks, turns, interrupts, remembers, reports. React reads its state. */
export class WallRuntime {
  readonly #version: string;
  readonly #only: Board[] | undefined;
  readonly #preview: boolean;
  #screen: ScreenConfig;
  #snapshot: WallSnapshot | null = null;
  #snapshotNumber = 0;
  #clock = UNHEARD;
  #seenAt: number | null = null;
  #failingSince: number | null = null;
  #jumpSince: number | null = null;
  #nextTryAt: number | null = null;
  #turn: Turn = { id: null, since: 0 };
  #takeovers: Takeovers | null = null;
  #identifyUntil = 0;
  #dark = false;
  #reloadWanted = false;
  #startedAt = 0;
  #rememberedAt = Number.NEGATIVE_INFINITY;
  #lastPaintAt: number | null = null;
  #withoutContactSince: number | null = null;
  #pages: { key: string; pages: Page[] } = { key: "", pages: [] };
  #state: WallState;
  #key = "";
  readonly #listeners = new Set<() => void>();
  #stream: EventStream;
  #asker: Asker;
  readonly #reporter: Reporter;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor({ screen, version, only, preview }: Options) {
    this.#screen = screen;
    this.#only = only;
    this.#version = version;
    this.#preview = preview;
    this.#stream = this.#newStream();
    this.#asker = this.#newAsker();
    this.#reporter = new Reporter({
      report: () => this.#report(),
      onAnswer: (answer) => this.#takeAnswer(answer),
      onRevoked: () => this.#leave(),
    });
    this.#state = emptyState(screen);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getState = (): WallState => this.#state;

  start(): void {
    this.#startedAt = performance.now();
    const memory = this.#preview ? null : recall(this.#screen.id, this.#screen.tenancyId);
    if (memory) this.#restore(memory);
    this.#stream.open();
    this.#asker.start();
    if (!this.#preview) this.#reporter.start();
    this.#timer = setInterval(this.#update, TICK_MS);
    addEventListener("resize", this.#onResize);
    addEventListener("pagehide", this.#remember);
    addEventListener("online", this.#onBack);
    document.addEventListener("visibilitychange", this.#onBack);
    this.#update();
  }

  stop(): void {
    this.#stream.close();
    this.#asker.stop();
    this.#reporter.stop();
    clearInterval(this.#timer);
    removeEventListener("resize", this.#onResize);
    removeEventListener("pagehide", this.#remember);
    removeEventListener("online", this.#onBack);
    document.removeEventListener("visibilitychange", this.#onBack);
  }

  /** The picture with this state is on the screen. */
  painted(state: WallState): void {
    if (state.contact === "seen") this.#lastPaintAt = state.now;
  }

  get #boards(): Board[] {
    return this.#only ?? this.#screen.boards;
  }

  #newStream(): EventStream {
    return new EventStream({
      marked: !this.#preview,
      tenantId: this.#screen.tenancyId,
      onTime: (server) => this.#hear(server),
      onChange: () => this.#asker.soon(),
      onCommand: (command) => this.#obey(command),
    });
  }

  #newAsker(): Asker {
    return new Asker({
      marked: !this.#preview,
      tenantId: this.#screen.tenancyId,
      boards: this.#boards,
      onAnswer: (snapshot, server) => this.#takeSnapshot(snapshot, server),
      onFailure: (nextTryIn) => this.#noteFailure(nextTryIn),
      onRevoked: () => this.#leave(),
    });
  }

  #restore({ snapshot, seenAt, known }: Memory): void {
    this.#snapshot = snapshot;
    this.#snapshotNumber += 1;
    this.#seenAt = seenAt;
    this.#takeovers = beginTakeovers(known);
  }

  #hear(server: number): void {
    this.#clock = hear(server, machineClocks());
    this.#jumpSince = null;
    this.#update();
  }

  #takeSnapshot(snapshot: WallSnapshot | null, server: number | null): void {
    const machine = machineClocks();
    if (server !== null) this.#clock = hear(server, machine);
    this.#jumpSince = null;
    this.#failingSince = null;
    this.#nextTryAt = null;
    this.#withoutContactSince = null;
    this.#seenAt = serverTime(this.#clock, machine);
    if (snapshot) {
      this.#snapshot = snapshot;
      this.#snapshotNumber += 1;
      this.#takeInHigh(snapshot);
    }
    if (performance.now() - this.#rememberedAt > REMEMBER_EVERY_MS) this.#remember();
    this.#update();
  }

  #takeInHigh(snapshot: WallSnapshot): void {
    const high = openHigh(snapshot).map(({ alertId }) => alertId);
    const waiting = new Set(waitingHigh(snapshot).map(({ alertId }) => alertId));
    const before = this.#takeovers ?? beginTakeovers(high);
    const now = performance.now();
    this.#takeovers = takeIn(before, high, waiting, now);
    const isNews = Object.keys(this.#takeovers.until).some((id) => !(id in before.until));
    if (isNews && this.#screen.sound && !this.#preview) playTone();
  }

  #noteFailure(nextTryIn: number): void {
    const now = performance.now();
    this.#failingSince ??= now;
    this.#withoutContactSince ??= now;
    this.#nextTryAt = now + nextTryIn;
    this.#update();
  }

  readonly #remember = (): void => {
    if (this.#preview || this.#dark || !this.#snapshot || this.#seenAt === null) return;
    this.#rememberedAt = performance.now();
    const known = this.#takeovers?.known ?? [];
    remember(this.#screen.id, { snapshot: this.#snapshot, seenAt: this.#seenAt, known });
  };

  readonly #onResize = (): void => {
    this.#update();
    this.#reporter.soon();
  };

  readonly #onBack = (): void => {
    if (document.visibilityState === "visible") this.#asker.now();
  };

  #obey(command: Command): void {
    if (command === "reload") location.reload();
    else if (command === "revoked") this.#leave();
    else if (command === "config") this.#reporter.soon();
    else {
      this.#identifyUntil = performance.now() + IDENTIFY_MS;
      this.#update();
    }
  }

  #takeAnswer({ version, screen }: { version: string; screen: ScreenConfig }): void {
    this.#withoutContactSince = null;
    this.#reloadWanted = version !== this.#version;
    if (JSON.stringify(screen) !== JSON.stringify(this.#screen)) this.#become(screen);
  }

  /** Another view, or another tenancy: of which the old one's data must not be seen for a moment. */
  #become(screen: ScreenConfig): void {
    const isOther = screen.tenancyId !== this.#screen.tenancyId;
    this.#screen = screen;
    this.#stream.close();
    this.#asker.stop();
    if (isOther) {
      forget(screen.id);
      this.#snapshot = null;
      this.#takeovers = null;
      this.#seenAt = null;
    }
    this.#snapshotNumber += 1;
    this.#stream = this.#newStream();
    this.#asker = this.#newAsker();
    this.#stream.open();
    this.#asker.start();
    this.#update();
  }

  /** The screen was revoked: dark at once, nothing kept. */
  #leave(): void {
    if (this.#dark) return;
    this.#dark = true;
    this.stop();
    forget(this.#screen.id);
    this.#snapshot = null;
    this.#update();
    void forgetShell().finally(() => location.replace("/wall"));
  }

  #report() {
    const now = performance.now();
    const since = this.#withoutContactSince;
    return {
      version: this.#version,
      lastPaintAt: this.#lastPaintAt === null ? null : new Date(this.#lastPaintAt).toISOString(),
      page: wordsOf(this.#state),
      withoutContact: since === null ? 0 : Math.round((now - since) / 1_000),
    };
  }

  readonly #update = (): void => {
    const steady = performance.now();
    const machine = machineClocks();
    const exact = serverTime(this.#clock, machine);
    const contact = this.#contact(machine, steady);
    const portrait = innerHeight > innerWidth;
    const takeover = contact === "seen" && this.#takeovers ? shownTakeover(this.#takeovers, steady) : null;
    const page = this.#turnPages({ exact, steady, portrait, takeover, contact });
    const state: WallState = {
      screen: this.#screen,
      snapshot: this.#snapshot,
      now: exact === null ? null : this.#coarse(exact, contact, takeover),
      contact,
      seenAt: this.#seenAt,
      nextTryIn: this.#nextTryAt === null ? null : Math.max(0, Math.ceil((this.#nextTryAt - steady) / 1_000)),
      page,
      takeover,
      shift: shiftAt(steady),
      night: exact !== null && isNight(new Date(exact), this.#screen.timeZone),
      identify: this.#identifyUntil > steady,
      dark: this.#dark,
      portrait,
    };
    this.#tell(state);
  };

  #contact(machine: MachineClocks, steady: number): Contact {
    const jumped = hasJumped(this.#clock, machine);
    if (jumped && this.#jumpSince === null) {
      this.#jumpSince = steady;
      this.#asker.now();
    }
    if (!jumped) this.#jumpSince = null;
    if (this.#jumpSince !== null && steady - this.#jumpSince > JUMP_MS) return "clock";
    if (!this.#clock.heard) return steady - this.#startedAt < FIRST_ANSWER_MS ? "waiting" : "away";
    if (!jumped && !sees(this.#clock, machine)) return "away";
    const failing = this.#failingSince !== null && steady - this.#failingSince > FAILING_MS;
    if (failing) return "failing";
    return this.#snapshot ? "seen" : "waiting";
  }

  /** Seconds where they are shown, else minutes: what looks the same need not be drawn again. */
  #coarse(exact: number, contact: Contact, takeover: Shown | null): number {
    const lastAt = this.#snapshot?.freshness.notifications.lastAt;
    const isRecent = lastAt != null && exact - Date.parse(lastAt) < MINUTE_MS;
    const step = takeover || contact !== "seen" || isRecent ? TICK_MS : MINUTE_MS;
    return Math.floor(exact / step) * step;
  }

  #turnPages(at: TurnFacts): Page | null {
    const { exact, steady, portrait, takeover } = at;
    if (!this.#snapshot) return null;
    const minute = exact === null ? 0 : Math.floor(exact / MINUTE_MS);
    const key = `${this.#snapshotNumber} ${portrait} ${minute}`;
    if (this.#pages.key !== key) {
      const now = new Date(exact ?? Date.parse(this.#snapshot.at));
      this.#pages = { key, pages: pagesInTurn(this.#boards, this.#snapshot, portrait, now) };
    }
    const { pages } = this.#pages;
    // Behind a takeover, and while nothing is seen, the round waits; it begins anew with the page of what took the screen.
    if (takeover) this.#turn = { id: pages[0]?.id ?? null, since: steady };
    else if (at.contact !== "seen") this.#turn = { ...this.#turn, since: steady };
    const next = turn(this.#turn, pages, steady);
    if (next.since !== this.#turn.since) this.#turned(steady, takeover);
    this.#turn = next;
    return pages.find(({ id }) => id === next.id) ?? null;
  }

  /** A turn of the page is a quiet moment to take a new version. */
  #turned(steady: number, takeover: Shown | null): void {
    this.#reporter.soon();
    const isQuiet = !takeover && !this.#preview && steady - this.#startedAt > MINUTE_MS;
    if (!this.#reloadWanted || !isQuiet || this.#state.contact !== "seen") return;
    this.#remember();
    this.#reloadWanted = !reloadOnce("version", VERSION_RELOAD_MS);
  }

  #tell(state: WallState): void {
    const { snapshot: _, page, screen, ...rest } = state;
    const key = JSON.stringify([rest, page?.id, this.#snapshotNumber, screen.name]);
    if (key === this.#key) return;
    this.#key = key;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

function machineClocks(): MachineClocks {
  return { steady: performance.now(), set: Date.now() };
}

function emptyState(screen: ScreenConfig): WallState {
  return {
    screen,
    snapshot: null,
    now: null,
    contact: "waiting",
    seenAt: null,
    nextTryIn: null,
    page: null,
    takeover: null,
    shift: { x: 0, y: 0 },
    night: false,
    identify: false,
    dark: false,
    portrait: false,
  };
}

/** What is on the screen, for the register. */
function wordsOf({ contact, takeover, page }: WallState): string | null {
  if (contact === "waiting") return null;
  if (contact !== "seen") return "Cannot see";
  if (takeover) return `New HIGH ${takeover.number} of ${takeover.of}`;
  if (page?.kind === "alerts" || page?.kind === "areas")
    return `${page.kind === "alerts" ? "Alerts" : "Areas"} ${page.number} of ${page.of}`;
  if (page?.kind === "area") return "Area focus";
  return page ? "Now" : null;
}
