// Clears the audit between two tests.

import type pg from "pg";

/** Deletes all audit entries the way retention does: nothing else may change or truncate them. */
export async function emptyAudit(pool: pg.Pool): Promise<void> {
  await pool.query(`DO $$ BEGIN
    PERFORM set_config('leafwatch.audit_retention', 'on', true);
    DELETE FROM audit_entries;
  END $$`);
}
