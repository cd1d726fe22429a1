import { EventStream, machineClocks } from "@/components/live/event-stream";
import { MINUTE_MS } from "@/lib/base/core/time";
import { SCREEN_MARK, SCREEN_MARK_PARAMETER } from "@/lib/base/request/screen-mark";
import type { Board } from "@/lib/display/screens/boards";
import type { ScreenConfig } from "@/lib/display/screens/contract";
import type { WallSnapshot } from "@/lib/display/wall/contract";
import { isNight, shiftAt } from "@/lib/display/wall/look";
import type { Page } from "@/lib/display/wall/pages";
import {
  initialTakeovers,
  type ShownTakeover,
  shownTakeover,
  type Takeovers,
  updateTakeovers,
} from "@/lib/display/wall/turning";
import { ConnectionState, type Contact } from "./connection-state";
import { playTone, reloadOnce } from "./device";
import { forget, type Memory, recall, remember } from "./memory";
import { openHighAlerts, unhandledHighAlerts } from "./model";
import { PageTurner } from "./page-turner";
import { Reporter } from "./reporter";
import { deleteCachedPage } from "./service-worker";
import { SnapshotPoller } from "./snapshot-poller";

const EVENTS = ["alert", "sync", "screen"] as const;
const TICK_MS = 1_000;
const IDENTIFY_MS = 20_000;
const REMEMBER_EVERY_MS = 10_000;
const VERSION_RELOAD_MS = 10 * MINUTE_MS;

export type WallState = {
  screen: ScreenConfig;
  snapshot: WallSnapshot | null;
  /** The server's time in epoch milliseconds, rounded to the shown precision; null if it is unknown. */
  now: number | null;
  contact: Contact;
  /** When the snapshot was last valid, by the server's clock. */
  seenAt: number | null;
  /** Whole seconds until the next try. */
  nextTryIn: number | null;
  page: Page | null;
  takeover: ShownTakeover | null;
  shift: { x: number; y: number };
  night: boolean;
  identify: boolean;
  /** The screen was revoked: nothing may be shown. */
  dark: boolean;
  portrait: boolean;
};

type Options = {
  screen: ScreenConfig;
  version: string;
  /** The boards named in the page's address, shown instead of the screen's own. */
  only: Board[] | undefined;
  preview: boolean;
};

/**
 * Runs a wall without drawing it: the event stream, snapshots, turning pages, takeovers, storage and reports.
 * React subscribes to its state.
 */
export class WallRuntime {
  readonly #version: string;
  readonly #only: Board[] | undefined;
  readonly #preview: boolean;
  #screen: ScreenConfig;
  #snapshot: WallSnapshot | null = null;
  #snapshotNumber = 0;
  readonly #contact = new ConnectionState(() => this.#poller.pollNow());
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
  #stream: EventStream<(typeof EVENTS)[number]>;
  #poller: SnapshotPoller;
  readonly #reporter: Reporter;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor({ screen, version, only, preview }: Options) {
    this.#screen = screen;
    this.#only = only;
    this.#version = version;
    this.#preview = preview;
    this.#stream = this.#newStream();
    this.#poller = this.#newPoller();
    this.#reporter = new Reporter({
      report: () => this.#report(),
      onAnswer: (answer) => this.#onReportAnswer(answer),
      onRevoked: () => this.#goDark(),
    });
    this.#state = initialState(screen);
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
    this.#poller.start();
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
    this.#poller.stop();
    this.#reporter.stop();
    clearInterval(this.#timer);
    removeEventListener("resize", this.#onResize);
    removeEventListener("pagehide", this.#remember);
    removeEventListener("online", this.#onBack);
    document.removeEventListener("visibilitychange", this.#onBack);
  }

  /** Call when React has painted this state. */
  painted(state: WallState): void {
    if (state.contact === "seen") this.#lastPaintAt = state.now;
  }

  get #boards(): Board[] {
    return this.#only ?? this.#screen.boards;
  }

  #newStream() {
    return new EventStream({
      address: `/api/v1/events${this.#preview ? "" : `?${SCREEN_MARK_PARAMETER}=${SCREEN_MARK}`}`,
      types: EVENTS,
      chance: Math.random,
      onContact: (isBack) => isBack && this.#poller.pollSoon(),
      onEvent: (type, data) => this.#onEvent(type, data),
    });
  }

  #newPoller(): SnapshotPoller {
    return new SnapshotPoller({
      marked: !this.#preview,
      tenantId: this.#screen.tenancyId,
      boards: this.#boards,
      onAnswer: (snapshot, server) => this.#onSnapshot(snapshot, server),
      onFailure: (nextTryIn) => this.#onReadFailure(nextTryIn),
      onRevoked: () => this.#goDark(),
    });
  }

  #restore({ snapshot, seenAt, known }: Memory): void {
    this.#snapshot = snapshot;
    this.#snapshotNumber += 1;
    this.#contact.restore(seenAt);
    this.#takeovers = initialTakeovers(known);
  }

  #onEvent(type: string, { at, command, tenantId }: Record<string, unknown>): void {
    if (type === "heartbeat") this.#onServerTime(Date.parse(String(at)));
    else if (type === "screen") this.#runCommand(command);
    else if (tenantId === undefined || tenantId === this.#screen.tenancyId) this.#poller.pollSoon();
  }

  #onServerTime(server: number): void {
    if (Number.isNaN(server)) return;
    this.#contact.onServerTime(server);
    this.#update();
  }

  #onSnapshot(snapshot: WallSnapshot | null, server: number | null): void {
    this.#contact.onSnapshot(server);
    if (snapshot) {
      this.#snapshot = snapshot;
      this.#snapshotNumber += 1;
      this.#updateTakeovers(snapshot);
    }
    if (performance.now() - this.#rememberedAt > REMEMBER_EVERY_MS) this.#remember();
    this.#update();
  }

  #updateTakeovers(snapshot: WallSnapshot): void {
    const high = openHighAlerts(snapshot).map(({ alertId }) => alertId);
    const waiting = new Set(unhandledHighAlerts(snapshot).map(({ alertId }) => alertId));
    const before = this.#takeovers ?? initialTakeovers(high);
    const now = performance.now();
    this.#takeovers = updateTakeovers(before, high, waiting, now);
    const hasNew = Object.keys(this.#takeovers.until).some((id) => !(id in before.until));
    if (hasNew && this.#screen.sound && !this.#preview) playTone();
  }

  #onReadFailure(nextTryIn: number): void {
    this.#contact.onFailure(nextTryIn);
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
    this.#reporter.reportSoon();
  };

  readonly #onBack = (): void => {
    if (document.visibilityState === "visible") this.#poller.pollNow();
  };

  #runCommand(command: unknown): void {
    if (command === "reload") location.reload();
    else if (command === "revoked") this.#goDark();
    else if (command === "config") this.#reporter.reportSoon();
    else if (command === "identify") {
      this.#identifyUntil = performance.now() + IDENTIFY_MS;
      this.#update();
    }
  }

  #onReportAnswer({ version, screen }: { version: string; screen: ScreenConfig }): void {
    this.#contact.onReported();
    this.#reloadWanted = version !== this.#version;
    if (JSON.stringify(screen) !== JSON.stringify(this.#screen)) this.#changeScreen(screen);
  }

  /** Applies new settings. Data of the previous tenancy must not stay visible for a moment. */
  #changeScreen(screen: ScreenConfig): void {
    const isOther = screen.tenancyId !== this.#screen.tenancyId;
    this.#screen = screen;
    this.#stream.close();
    this.#poller.stop();
    if (isOther) {
      forget(screen.id);
      this.#snapshot = null;
      this.#takeovers = null;
      this.#contact.forget();
    }
    this.#snapshotNumber += 1;
    this.#stream = this.#newStream();
    this.#poller = this.#newPoller();
    this.#stream.open();
    this.#poller.start();
    this.#update();
  }

  /** Goes dark at once and deletes the stored state, because the screen was revoked. */
  #goDark(): void {
    if (this.#dark) return;
    this.#dark = true;
    this.stop();
    forget(this.#screen.id);
    this.#snapshot = null;
    this.#update();
    void deleteCachedPage().finally(() => location.replace("/wall"));
  }

  #report() {
    return {
      version: this.#version,
      lastPaintAt: this.#lastPaintAt === null ? null : new Date(this.#lastPaintAt).toISOString(),
      page: pageCode(this.#state),
      withoutContact: this.#contact.secondsWithoutContact(),
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
    if (turned) this.#onTurned(steady, takeover);
    this.#publish({
      screen: this.#screen,
      snapshot: this.#snapshot,
      now: exact === null ? null : this.#rounded(exact, contact, takeover),
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

  /** The time in whole seconds if seconds are shown, else in minutes, so that an unchanged picture is not redrawn. */
  #rounded(exact: number, contact: Contact, takeover: ShownTakeover | null): number {
    const lastAt = this.#snapshot?.freshness.notifications.lastAt;
    const isRecent = lastAt != null && exact - Date.parse(lastAt) < MINUTE_MS;
    const step = takeover || contact !== "seen" || isRecent ? TICK_MS : MINUTE_MS;
    return Math.floor(exact / step) * step;
  }

  /** Reports the turn, and loads a new version now, when the reload interrupts nothing. */
  #onTurned(steady: number, takeover: ShownTakeover | null): void {
    this.#reporter.reportSoon();
    const isQuiet = !takeover && !this.#preview && this.#contact.age(steady) > MINUTE_MS;
    if (!this.#reloadWanted || !isQuiet || this.#state.contact !== "seen") return;
    this.#remember();
    this.#reloadWanted = !reloadOnce("version", VERSION_RELOAD_MS);
  }

  #publish(state: WallState): void {
    const { snapshot: _, page, screen, ...rest } = state;
    const key = JSON.stringify([rest, page?.id, this.#snapshotNumber, screen.name]);
    if (key === this.#key) return;
    this.#key = key;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

function initialState(screen: ScreenConfig): WallState {
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

/** The page on the screen, as a code for the report, which `shownPageWords` says. */
function pageCode({ contact, takeover, page }: WallState): string | null {
  if (contact === "waiting") return null;
  if (contact !== "seen") return "blind";
  if (takeover) return `takeover ${takeover.number}/${takeover.of}`;
  if (page?.kind === "alerts" || page?.kind === "areas") return `${page.kind} ${page.number}/${page.of}`;
  return page ? page.kind : null;
}
