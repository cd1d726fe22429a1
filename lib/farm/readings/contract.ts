/** What the importer is told and what it answers. */

/** The tenancy that a result belongs to. */
export type ImportTenancy = {
  /** `tenancies.id` */
  tenancyId: number;
  tenantId: string;
  /** IANA name: the roll-up is cut into its days. */
  timeZone: string;
};

/** What rows did to the store. Each row counts once. */
export type Outcomes = {
  /** There was no value yet. */
  added: number;
  /** A measured value in the place of an interpolated one. */
  improved: number;
  /** Another value, or the same one of another kind, in the place of the last one. */
  changed: number;
  /** It was there already, or one of a better kind stands: measured, or known to be interpolated. */
  unchanged: number;
};

/** What became of the rows so far, in committed chunks. */
export type ImportTally = Outcomes & {
  /** Rows that are written or were found equal: the sum of the outcomes. */
  stored: number;
  /** Rows without a value. */
  empty: number;
};

/** Called after each committed chunk; what it throws ends the import. */
export type ImportProgress = (tally: ImportTally) => Promise<void>;

/** The transaction that a chunk is loaded in. */
export type LoadTransaction = {
  query(sql: string, values: unknown[]): Promise<{ rows: unknown[]; rowCount: number | null }>;
};

/** Runs last in the transaction of a chunk; `tally` holds with the chunk. What it throws undoes the chunk. */
export type SaveProgress = (tx: LoadTransaction, tally: ImportTally) => Promise<void>;

/** Lets an import go on where another one of the same result ended. */
export type ImportLedger = {
  /** Rows at the beginning of the result that are loaded already, and what became of them. */
  readonly loaded: { rows: number; tally: ImportTally };
  /**
   * Called when a chunk is read, in reading order, with the rows of the result read so far.
   * @returns what keeps this; null while it is not sure yet that the result is the same: the chunk then grows
   * @throws at the end, when the result is another one
   */
  cut(rows: number, isEnd: boolean): SaveProgress | null;
};
