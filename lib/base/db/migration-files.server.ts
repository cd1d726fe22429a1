import "server-only";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { MigrationList } from "@prisma/schema-engine-wasm";

/** One migration of this program: its name, its SQL and the checksum (hex SHA-256) that Prisma keeps of it. */
export type MigrationFile = { name: string; sql: string; checksum: string };

/**
 * The migrations of this program in the order in which they are applied.
 * @param directory prisma/migrations
 */
export async function readMigrationFiles(directory: string): Promise<MigrationFile[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(directory, name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

/**
 * The same in the form that Prisma's schema engine takes.
 * @param directory prisma/migrations
 */
export async function toMigrationList(directory: string, files: MigrationFile[]): Promise<MigrationList> {
  const content = await readFile(join(directory, "migration_lock.toml"), "utf8").catch(() => null);
  return {
    baseDir: directory,
    lockfile: { path: "migration_lock.toml", content },
    shadowDbInitScript: "",
    migrationDirectories: files.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok", value: sql } },
    })),
  };
}
