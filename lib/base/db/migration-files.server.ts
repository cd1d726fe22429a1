import "server-only";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { MigrationList } from "@prisma/schema-engine-wasm";

/** A migration of this program with its SQL and Prisma's checksum (hex SHA-256). */
export type MigrationFile = { name: string; sql: string; checksum: string };

/**
 * Reads the migrations of this program in order.
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
 * Converts migrations to the form of Prisma's schema engine.
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
