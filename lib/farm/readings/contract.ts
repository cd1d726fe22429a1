/** Input and outcome of an import. */

/** The tenancy of a result. */
export type ImportTenancy = {
  /** `tenancies.id` */
  tenancyId: number;
  tenantId: string;
  /** IANA name; days of the roll-up are cut in it. */
  timeZone: string;
};

/** The effects of rows on the store. Each row counts once. */
export type Outcomes = {
  /** New values. */
  added: number;
  /** Measured values that replaced interpolated ones. */
  improved: number;
  /** Values that replaced a different one, or the same one of another kind. */
  changed: number;
  /** Values that were there already, or gave way to one whose kind takes precedence. */
  unchanged: number;
};

/** Counts of the rows so far, in committed chunks. */
export type ImportTally = Outcomes & {
  /** Rows written or found equal: the sum of the outcomes. */
  stored: number;
  /** Rows without a value. */
  empty: number;
};

/** The transaction in which a chunk is loaded. */
export type LoadTransaction = {
  query(sql: string, values: unknown[]): Promise<{ rows: unknown[]; rowCount: number | null }>;
};

/** Runs last in the transaction of a chunk; `tally` includes the chunk. Throwing rolls the chunk back. */
export type SaveProgress = (tx: LoadTransaction, tally: ImportTally) => Promise<void>;

/** Lets an import resume where another one of the same result ended. */
export type ImportLedger = {
  /** The number of rows at the beginning of the result that are already loaded, and their tally. */
  readonly loaded: { rows: number; tally: ImportTally };
  /**
   * Called when a chunk is full, in reading order, with the number of rows read so far.
   * @returns what saves the progress; null while it is not certain that the result is the same: the chunk then grows
   * @throws at the end, when the result is another one
   */
  cut(rows: number, isEnd: boolean): SaveProgress | null;
};
