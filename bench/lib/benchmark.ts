// What a benchmark file gives: `name`, and `run`, which measures ours against a baseline.

/** One comparison; the ratio is worked out as ours over baseline. */
export type Measured = { name?: string; ours: number; baseline: number; unit: string };

export type BenchmarkContext = {
  /** A fresh, migrated database on a durable server of its own (fsync on), dropped afterwards. */
  createDatabase(): Promise<string>;
};

export type Benchmark = {
  name: string;
  run(context: BenchmarkContext): Promise<Measured | Measured[]>;
};
