import {
  hasJumped,
  hear,
  type MachineClocks,
  sees,
  serverTime,
  UNHEARD,
} from "@/lib/display/wall/server-clock";

/** seen: live. away: nobody answers. failing: without data. clock: the time is not known. */
export type Contact = "waiting" | "seen" | "away" | "failing" | "clock";

/** An answer without data has so long to become one with data. */
const FAILING_MS = 30_000;
/** The boards are asked for every half a minute, and each answer has ten seconds: what held before that is old. */
const OLD_MS = 40_000;
/** A jump of the machine's clock is asked about first. */
const JUMP_MS = 5_000;
const FIRST_ANSWER_MS = 10_000;

/** Both clocks of this machine, read together. */
export function machineClocks(): MachineClocks {
  return { steady: performance.now(), set: Date.now() };
}

/** Whether a wall sees: what it heard of the server and when, and what time it is there. */
export class ContactWatch {
  readonly #onJump: () => void;
  #clock = UNHEARD;
  #startedAt = 0;
  #seenAt: number | null = null;
  /** The same by the machine's steady clock. */
  #seenSteady: number | null = null;
  #failingSince: number | null = null;
  #jumpSince: number | null = null;
  #nextTryAt: number | null = null;
  #withoutSince: number | null = null;

  /** @param onJump the machine's clock was set, or it slept: the server should be asked for the time */
  constructor(onJump: () => void) {
    this.#onJump = onJump;
  }

  /** Its time begins to run. */
  start(): void {
    this.#startedAt = performance.now();
  }

  /** When the server's data last held, by its clock; null: never. */
  get seenAt(): number | null {
    return this.#seenAt;
  }

  /** For how long it has run, in milliseconds. */
  age(steady: number): number {
    return steady - this.#startedAt;
  }

  /** When what is remembered held. */
  restore(seenAt: number): void {
    this.#seenAt = seenAt;
  }

  /** What was seen was another tenancy's. */
  forget(): void {
    this.#seenAt = null;
  }

  /** The server said its time. */
  hear(server: number): void {
    this.#clock = hear(server, machineClocks());
    this.#jumpSince = null;
  }

  /** The server's data hold now. */
  see(server: number | null): void {
    const machine = machineClocks();
    if (server !== null) this.#clock = hear(server, machine);
    this.#jumpSince = null;
    this.#failingSince = null;
    this.#nextTryAt = null;
    this.#withoutSince = null;
    this.#seenAt = serverTime(this.#clock, machine);
    this.#seenSteady = machine.steady;
  }

  /** A report came through: there is contact, whatever becomes of the data. */
  reported(): void {
    this.#withoutSince = null;
  }

  /** Nobody answered, or without data. */
  fail(nextTryIn: number): void {
    const now = performance.now();
    this.#failingSince ??= now;
    this.#withoutSince ??= now;
    this.#nextTryAt = now + nextTryIn;
  }

  /** Seconds without contact up to now, for the register. */
  secondsWithout(): number {
    return this.#withoutSince === null ? 0 : Math.round((performance.now() - this.#withoutSince) / 1_000);
  }

  /** Whole seconds until the next try; null while none is needed. */
  nextTryIn(steady: number): number | null {
    return this.#nextTryAt === null ? null : Math.max(0, Math.ceil((this.#nextTryAt - steady) / 1_000));
  }

  /** The server's time; null where it was never heard. */
  serverTime(machine: MachineClocks): number | null {
    return serverTime(this.#clock, machine);
  }

  /** How it stands now. @param hasData whether there is anything to show */
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
    if (!jumped && !sees(this.#clock, machine)) return "away";
    if (this.#failingSince !== null && steady - this.#failingSince > FAILING_MS) return "failing";
    if (this.#seenSteady !== null && steady - this.#seenSteady > OLD_MS) return "failing";
    return hasData ? "seen" : "waiting";
  }
}
