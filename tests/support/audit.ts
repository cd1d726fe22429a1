// The audit between two cases.

import type pg from "pg";

/** Takes all lines of the audit away, as only the end of their keeping may: nothing can change or truncate it. */
export async function emptyAudit(pool: pg.Pool): Promise<void> {
  await pool.query(`DO $$ BEGIN
    PERFORM set_config('leafwatch.audit_retention', 'on', true);
    DELETE FROM audit_entries;
  END $$`);
}
