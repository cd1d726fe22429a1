import type { Board, ScreenConfig } from "@/lib/display/screens/boards";
import type { WallSnapshot } from "@/lib/display/wall/contract";
import { isNight } from "@/lib/display/wall/night";
import { shiftAt } from "@/lib/display/wall/pixel-shift";
import {
  beginTakeovers,
  type Shown,
  shownTakeover,
  type Takeovers,
  takeIn,
} from "@/lib/display/wall/takeover";
import { openHigh, waitingHigh } from "../model";
import { Asker } from "./asker";
import { type Contact, ContactWatch, machineClocks } from "./contact";
import { type Command, EventStream } from "./event-stream";
import { forget, type Memory, recall, remember } from "./memory";
import { PageTurner } from "./page-turner";
import { reloadOnce } from "./reloads";
import { type Report, Reporter } from "./reporter";
import { forgetShell } from "./shell";
import { emptyState, pageWords, type WallState } from "./state";
import { playTone } from "./tone";

const TICK_MS = 1_000;
const MINUTE_MS = 60_000;
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

/** What a wall does apart from drawing: hears, asks, turns, interrupts, remembers, reports. React reads its state. */
export class WallRuntime {
  readonly #version: string;
  readonly #only: Board[] | undefined;
  readonly #preview: boolean;
  #screen: ScreenConfig;
  #snapshot: WallSnapshot | null = null;
  #snapshotNumber = 0;
  readonly #contact = new ContactWatch(() => this.#asker.now());
  readonly #turner = new PageTurner();
  #takeovers: Takeovers | null = null;
  #identifyUntil = 0;
  #dark = false;
  #reloadWanted = false;
  #rememberedAt = Number.NEGATIVE_INFINITY;
  #lastPaintAt: number | null = null;
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
    this.#contact.start();
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
    this.#contact.restore(seenAt);
    this.#takeovers = beginTakeovers(known);
  }

  #hear(server: number): void {
    this.#contact.hear(server);
    this.#update();
  }

  #takeSnapshot(snapshot: WallSnapshot | null, server: number | null): void {
    this.#contact.see(server);
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
    this.#contact.fail(nextTryIn);
    this.#update();
  }

  readonly #remember = (): void => {
    const { seenAt } = this.#contact;
    if (this.#preview || this.#dark || !this.#snapshot || seenAt === null) return;
    this.#rememberedAt = performance.now();
    remember(this.#screen.id, { snapshot: this.#snapshot, seenAt, known: this.#takeovers?.known ?? [] });
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
    this.#contact.reported();
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
      this.#contact.forget();
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

  #report(): Report {
    return {
      version: this.#version,
      lastPaintAt: this.#lastPaintAt === null ? null : new Date(this.#lastPaintAt).toISOString(),
      page: pageWords(this.#state),
      withoutContact: this.#contact.secondsWithout(),
    };
  }

  readonly #update = (): void => {
    const machine = machineClocks();
    const { steady } = machine;
    const exact = this.#contact.serverTime(machine);
    const contact = this.#contact.judge(machine, this.#snapshot !== null);
    const portrait = innerHeight > innerWidth;
    const takeover = contact === "seen" && this.#takeovers ? shownTakeover(this.#takeovers, steady) : null;
    const { page, turned } = this.#turner.at({
      boards: this.#boards,
      snapshot: this.#snapshot,
      snapshotNumber: this.#snapshotNumber,
      ...{ exact, steady, portrait, takeover, contact },
    });
    if (turned) this.#turned(steady, takeover);
    this.#tell({
      screen: this.#screen,
      snapshot: this.#snapshot,
      now: exact === null ? null : this.#coarse(exact, contact, takeover),
      contact,
      seenAt: this.#contact.seenAt,
      nextTryIn: this.#contact.nextTryIn(steady),
      page,
      takeover,
      shift: shiftAt(steady),
      night: exact !== null && isNight(new Date(exact), this.#screen.timeZone),
      identify: this.#identifyUntil > steady,
      dark: this.#dark,
      portrait,
    });
  };

  /** Seconds where they are shown, else minutes: what looks the same need not be drawn again. */
  #coarse(exact: number, contact: Contact, takeover: Shown | null): number {
    const lastAt = this.#snapshot?.freshness.notifications.lastAt;
    const isRecent = lastAt != null && exact - Date.parse(lastAt) < MINUTE_MS;
    const step = takeover || contact !== "seen" || isRecent ? TICK_MS : MINUTE_MS;
    return Math.floor(exact / step) * step;
  }

  /** A turn of the page is a quiet moment to take a new version. */
  #turned(steady: number, takeover: Shown | null): void {
    this.#reporter.soon();
    const isQuiet = !takeover && !this.#preview && this.#contact.age(steady) > MINUTE_MS;
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
