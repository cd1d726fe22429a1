// The answers, latencies and resource use of a load.

import { cpuSecondsOf, cpuSecondsOfFamily, memoryOf, stolenSeconds } from "../process-usage";

const KINDS = ["page", "read", "snapshot", "notification", "event"] as const;
export type Kind = (typeof KINDS)[number];

type Usage = { at: number; app: number; postgres: number; bench: number; stolen: number };

/** Counts from `begin` to `end`; errors also count during the warm-up. */
export class LoadFigures {
  readonly #took: Record<Kind, number[]> = { page: [], read: [], snapshot: [], notification: [], event: [] };
  readonly #errors = new Map<string, number>();
  readonly #memory: { at: number; mb: number }[] = [];
  readonly #pids: { app: number; postgres: number };
  #begun: Usage | null = null;
  #ended: Usage | null = null;
  #watch: NodeJS.Timeout | undefined;

  constructor(pids: { app: number; postgres: number }) {
    this.#pids = pids;
  }

  begin(): void {
    for (const kind of KINDS) this.#took[kind] = [];
    this.#begun = this.#usage();
    this.#watch = setInterval(() => {
      this.#memory.push({ at: performance.now(), mb: memoryOf(this.#pids.app) });
    }, 1_000);
  }

  end(): void {
    clearInterval(this.#watch);
    this.#ended = this.#usage();
  }

  /** Adds a correct answer. */
  add(kind: Kind, tookMs: number): void {
    if (!this.#ended) this.#took[kind].push(tookMs);
  }

  /** Adds a wrong answer, or none. */
  fail(what: string): void {
    if (!this.#ended) this.#errors.set(what, (this.#errors.get(what) ?? 0) + 1);
  }

  get errors(): number {
    return [...this.#errors.values()].reduce((sum, count) => sum + count, 0);
  }

  get answers(): number {
    return KINDS.reduce((sum, kind) => sum + (kind === "event" ? 0 : this.#took[kind].length), 0);
  }

  /** A percentile in milliseconds. @param share 0 to 1 */
  p(kind: Kind, share: number): number {
    const sorted = this.#took[kind].toSorted((a, b) => a - b);
    return Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
  }

  /** The app's mean memory in the first and the last quarter, and its growth; MB. */
  memory(): { first: number; last: number; aMinute: number } {
    const quarter = Math.max(1, Math.floor(this.#memory.length / 4));
    return {
      first: mean(this.#memory.slice(0, quarter).map(({ mb }) => mb)),
      last: mean(this.#memory.slice(-quarter).map(({ mb }) => mb)),
      aMinute: slope(this.#memory) * 60_000,
    };
  }

  /** All figures as text lines. */
  lines(): string[] {
    const { first, last, aMinute } = this.memory();
    const [begun, ended] = [this.#begun, this.#ended];
    const seconds = begun && ended ? (ended.at - begun.at) / 1_000 : 1;
    const cores = (of: keyof Omit<Usage, "at">) =>
      begun && ended ? ((ended[of] - begun[of]) / seconds).toFixed(2) : "?";
    return [
      ...KINDS.map(
        (kind) =>
          `${kind}: ${(this.#took[kind].length / seconds).toFixed(1)} a second, p50 ${this.p(kind, 0.5)} ms, p95 ${this.p(kind, 0.95)} ms, p99 ${this.p(kind, 0.99)} ms`,
      ),
      `cores: app ${cores("app")}, Postgres ${cores("postgres")}, this program ${cores("bench")}; the host took ${cores("stolen")}`,
      `memory of the app: ${Math.round(first)} MB in the first quarter, ${Math.round(last)} MB in the last, ${aMinute.toFixed(1)} MB a minute`,
      `errors: ${this.errors}${[...this.#errors].map(([what, count]) => `; ${count} x ${what}`).join("")}`,
    ];
  }

  #usage(): Usage {
    const { user, system } = process.cpuUsage();
    return {
      at: performance.now(),
      app: cpuSecondsOf(this.#pids.app),
      postgres: cpuSecondsOfFamily(this.#pids.postgres),
      bench: (user + system) / 1_000_000,
      stolen: stolenSeconds(),
    };
  }
}

const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);

/** The slope of the least-squares line. */
function slope(points: { at: number; mb: number }[]): number {
  const [x, y] = [mean(points.map(({ at }) => at)), mean(points.map(({ mb }) => mb))];
  const [over, under] = points.reduce(
    ([a, b], { at, mb }) => [a + (at - x) * (mb - y), b + (at - x) ** 2],
    [0, 0],
  );
  return under === 0 ? 0 : over / under;
}
