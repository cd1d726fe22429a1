// Sends the notifications: the history once, then each one when it is due.
import { setTimeout as sleep } from "node:timers/promises";
import type { Notification } from "./notifications";
import { notificationsOf } from "./notifications";
import type { Sent } from "./sender";
import { send, sign } from "./sender";
import type { Service } from "./service";
import { HOUR } from "./time";
import type { LiveChange } from "./world/live";
import { LiveAlerts } from "./world/live";
import { loadAlerts, saveAlerts } from "./world/live-state";
import { chooseLostCloses } from "./world/lost-closes";

const REPLAY_LANES = 4;
const START_WAIT = 60_000;
const FIRST_LIVE = 10_000;
const MAX_ALERT_MS = 96 * HOUR;

export class Notifier {
  readonly live: LiveAlerts;
  readonly statuses = new Map<string, number>();
  readonly #service: Service;
  readonly #ended = new AbortController();
  #replayed = 0;
  #state: "off" | "replaying" | "live" = "off";
  #reached = false;

  constructor(service: Service) {
    this.#service = service;
    this.live = new LiveAlerts(service.farm);
  }

  get state(): { phase: string; replayed: number } {
    return { phase: this.#state, replayed: this.#replayed };
  }

  start(): void {
    if (this.#service.options.webhook) void this.#run().catch((error: unknown) => this.#report(error));
  }

  stop(): void {
    this.#ended.abort();
  }

  /** Sends one notification once; `signature` replaces the right one, null leaves it out. */
  async send(body: Record<string, unknown> | string, signature?: string | null): Promise<Sent> {
    const { webhook } = this.#service.options;
    if (!webhook) return { status: null, error: "no webhook address is set", body: "" };
    const bytes = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
    const sent = await send(
      webhook,
      bytes,
      signature === null ? undefined : (signature ?? sign(bytes, webhook.secret)),
    );
    const outcome = String(sent.status ?? sent.error);
    this.statuses.set(outcome, (this.statuses.get(outcome) ?? 0) + 1);
    return sent;
  }

  async #run(): Promise<void> {
    const { options } = this.#service;
    const begun = options.now();
    this.#state = "replaying";
    await this.#replay(this.#history(begun));
    this.#state = "live";
    await this.#closeLeftOver();
    await Promise.all([this.#follow(begun), this.#sendLive()]);
  }

  /** Closes the alerts that an earlier run left open: nothing else would. */
  async #closeLeftOver(): Promise<void> {
    const { liveStateFile, now } = this.#service.options;
    if (liveStateFile === undefined) return;
    const leftOver = loadAlerts(liveStateFile);
    this.live.adopt(leftOver);
    for (const _ of leftOver) {
      const change = this.live.close(now());
      if (change) await this.sendChange(change);
    }
  }

  /** The notifications up to now of every alert raised in the replayed days, in order of time. */
  #history(now: number): Notification[] {
    const { replayDays = 0, lostCloses = 0 } = this.#service.options.webhook ?? {};
    const lost = chooseLostCloses(this.#service, lostCloses, now);
    const all = this.#due(now - replayDays * 24 * HOUR, Number.NEGATIVE_INFINITY, now);
    return all.filter(({ body }) => body.event !== "CLOSED" || !lost.has(body.alertId ?? ""));
  }

  /** The notifications due in (after, until] of the alerts raised after `raisedAfter`. */
  #due(raisedAfter: number, after: number, until: number): Notification[] {
    const { episodes, options } = this.#service;
    const all = episodes
      .raisedIn(raisedAfter, until)
      .flatMap((alert) => notificationsOf(alert, options.tenantId));
    return all.filter(({ at }) => at > after && at <= until).sort((a, b) => a.at - b.at);
  }

  async #replay(history: Notification[]): Promise<void> {
    const giveUp = Date.now() + START_WAIT;
    const queue = history[Symbol.iterator]();
    const lane = async () => {
      for (const { body } of queue) {
        if (this.#ended.signal.aborted) return;
        await this.#sendAtStart(body, giveUp);
        this.#replayed += 1;
      }
    };
    await Promise.all(Array.from({ length: REPLAY_LANES }, lane));
  }

  async #sendAtStart(body: Record<string, string>, giveUp: number): Promise<void> {
    let sent = await this.send(body);
    // A refused connection delivered nothing, so before the first contact a notification may be sent again.
    while (
      sent.error === "ECONNREFUSED" &&
      !this.#reached &&
      Date.now() < giveUp &&
      !this.#ended.signal.aborted
    ) {
      await this.#pause(500);
      sent = await this.send(body);
    }
    if (sent.status !== null) this.#reached = true;
  }

  /** Sends the notifications of the episodes when they are due. */
  async #follow(from: number): Promise<void> {
    let after = from;
    while (await this.#pause(1000)) {
      const now = this.#service.options.now();
      for (const { body } of this.#due(after - MAX_ALERT_MS, after, now)) await this.send(body);
      after = now;
    }
  }

  async #sendLive(): Promise<void> {
    const { webhook, now } = this.#service.options;
    if (!webhook || webhook.speed <= 0) return;
    const tick = 60_000 / webhook.speed;
    let wait = Math.min(FIRST_LIVE, tick / 2);
    while (await this.#pause(wait)) {
      await this.sendChange(this.live.raiseAny(now()));
      if (!(await this.#pause(tick / 2))) return;
      const change = this.live.follow(now());
      if (change) await this.sendChange(change);
      wait = tick / 2;
    }
  }

  /** Sends the notification of a change that has just happened. */
  async sendChange(
    { event, alert }: LiveChange,
    overrides: Record<string, unknown> = {},
    signature?: string | null,
  ): Promise<Sent & { sentBody: Record<string, unknown> }> {
    const all = notificationsOf(
      { ...alert, closedAt: Math.min(alert.closedAt, this.#service.options.now()) },
      this.#service.options.tenantId,
    );
    const found = all.filter(({ body }) => body.event === event).at(-1);
    const sentBody = { ...found?.body, ...overrides };
    const sent = await this.send(sentBody, signature);
    if (this.#service.options.liveStateFile !== undefined)
      saveAlerts(this.#service.options.liveStateFile, this.live.open);
    return { ...sent, sentBody };
  }

  /** Waits. @returns false if the service has ended meanwhile */
  async #pause(ms: number): Promise<boolean> {
    await sleep(ms, undefined, { signal: this.#ended.signal }).catch(() => undefined);
    return !this.#ended.signal.aborted;
  }

  #report(error: unknown): void {
    console.error(`Notifications have stopped: ${error instanceof Error ? error.message : String(error)}`);
  }
}
