import { machineClocks } from "@/components/live/event-stream";
import type { MachineClocks } from "@/lib/base/events/contact";
import { hasJumped, isConnected, serverTime, syncClock, UNSYNCED } from "@/lib/display/wall/connection";

/** waiting: no data yet. seen: live. away: no answer. failing: answers without data. clock: server's time unknown. */
export type Contact = "waiting" | "seen" | "away" | "failing" | "clock";

/** Answers without data for longer than this count as failing. */
const FAILING_MS = 30_000;
/** A snapshot is read every 30 s with a timeout of 10 s: an older one is outdated. */
const OUTDATED_MS = 40_000;
/** Time for the server to send its time after the machine's clock jumped. */
const JUMP_MS = 5_000;
const FIRST_ANSWER_MS = 10_000;

/** Tracks the connection to the server: the time and result of its last answers, and its clock. */
export class ConnectionState {
  readonly #onJump: () => void;
  #clock = UNSYNCED;
  #startedAt = 0;
  #seenAt: number | null = null;
  /** {@link seenAt} by the machine's monotonic clock. */
  #seenSteady: number | null = null;
  #failingSince: number | null = null;
  #jumpSince: number | null = null;
  #nextTryAt: number | null = null;
  #withoutSince: number | null = null;

  /** @param onJump called when the machine's clock was set or it slept, so that the server's time is unknown */
  constructor(onJump: () => void) {
    this.#onJump = onJump;
  }

  /** Call once, when the wall starts. */
  start(): void {
    this.#startedAt = performance.now();
  }

  /** When the snapshot was last valid, by the server's clock; null: never. */
  get seenAt(): number | null {
    return this.#seenAt;
  }

  /** Milliseconds since the start. */
  age(steady: number): number {
    return steady - this.#startedAt;
  }

  /** Sets {@link seenAt} to the value stored before a reload. */
  restore(seenAt: number): void {
    this.#seenAt = seenAt;
  }

  /** Resets {@link seenAt}: the screen now belongs to another tenancy. */
  forget(): void {
    this.#seenAt = null;
  }

  /** Call when the server has sent its time. */
  onServerTime(server: number): void {
    this.#clock = syncClock(server, machineClocks());
    this.#jumpSince = null;
  }

  /** Call when an answer proves the snapshot valid. @param server the server's time; null if the answer lacks it */
  onSnapshot(server: number | null): void {
    const machine = machineClocks();
    if (server !== null) this.#clock = syncClock(server, machine);
    this.#jumpSince = null;
    this.#failingSince = null;
    this.#nextTryAt = null;
    this.#withoutSince = null;
    this.#seenAt = serverTime(this.#clock, machine);
    this.#seenSteady = machine.steady;
  }

  /** Call when a report was answered: there is contact, even without data. */
  onReported(): void {
    this.#withoutSince = null;
  }

  /** Call when a read failed. @param nextTryIn milliseconds */
  onFailure(nextTryIn: number): void {
    const now = performance.now();
    this.#failingSince ??= now;
    this.#withoutSince ??= now;
    this.#nextTryAt = now + nextTryIn;
  }

  /** Seconds without contact until now, for the report. */
  secondsWithoutContact(): number {
    return this.#withoutSince === null ? 0 : Math.round((performance.now() - this.#withoutSince) / 1_000);
  }

  /** Whole seconds until the next try; null while none is due. */
  nextTryIn(steady: number): number | null {
    return this.#nextTryAt === null ? null : Math.max(0, Math.ceil((this.#nextTryAt - steady) / 1_000));
  }

  /** The server's time; null before its first answer. */
  serverTime(machine: MachineClocks): number | null {
    return serverTime(this.#clock, machine);
  }

  /** The state now. @param hasData true if there is a snapshot to show */
  judge(machine: MachineClocks, hasData: boolean): Contact {
    const { steady } = machine;
    const jumped = hasJumped(this.#clock, machine);
    if (jumped && this.#jumpSince === null) {
      this.#jumpSince = steady;
      this.#onJump();
    }
    if (!jumped) this.#jumpSince = null;
    if (this.#jumpSince !== null && steady - this.#jumpSince > JUMP_MS) return "clock";
    if (!this.#clock.heard) return this.age(steady) < FIRST_ANSWER_MS ? "waiting" : "away";
    if (!jumped && !isConnected(this.#clock, machine)) return "away";
    if (this.#failingSince !== null && steady - this.#failingSince > FAILING_MS) return "failing";
    if (this.#seenSteady !== null && steady - this.#seenSteady > OUTDATED_MS) return "failing";
    return hasData ? "seen" : "waiting";
  }
}
