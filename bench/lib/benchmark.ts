// The exports of a benchmark file: `name`, and `run`, which measures ours against a baseline.

/** One comparison; its ratio is ours over baseline. */
export type Measured = { name?: string; ours: number; baseline: number; unit: string };

export type BenchmarkContext = {
  /** A fresh, migrated database on a durable server of its own (fsync on), dropped afterwards. */
  createDatabase(): Promise<string>;
};

export type Benchmark = {
  name: string;
  run(context: BenchmarkContext): Promise<Measured | Measured[]>;
};
