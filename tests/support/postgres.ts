// Databases for integration tests: `const database = await createTestDatabase()`, and `drop()` afterwards.

import { inject } from "vitest";
import { createDatabaseOn, type TestDatabase } from "./cluster";

/**
 * A fresh database, migrated by default, on the server that the whole run shares.
 */
export function createTestDatabase(options: { migrated?: boolean } = {}): Promise<TestDatabase> {
  return createDatabaseOn(inject("postgresUrl"), options.migrated ?? true);
}
