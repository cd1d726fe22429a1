/** What the importer is told and what it answers. */

/** The tenancy that a result belongs to. */
export type ImportTenancy = {
  /** `tenancies.id` */
  tenancyId: number;
  tenantId: string;
  /** IANA name: the roll-up is cut into its days. */
  timeZone: string;
};

/** What became of the rows so far. `stored` counts rows that are written or were found equal, in committed chunks. */
export type ImportTally = {
  stored: number;
  /** Rows without a value. */
  empty: number;
};

/** Called after each committed chunk; what it throws ends the import. */
export type ImportProgress = (tally: ImportTally) => Promise<void>;
