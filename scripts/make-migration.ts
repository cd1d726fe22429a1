// Writes the SQL that leads from the migrations to prisma/schema.prisma, as a new migration to review:
//   node --conditions=react-server --import tsx scripts/make-migration.ts NAME
// NAME such as 20261201093000_add_harvests; without one the SQL is only printed.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readMigrationFiles, toMigrationList } from "@/lib/base/db/migration-files.server";
import { openSchemaEngine } from "@/lib/base/db/schema-engine.server";
import { startTemporaryCluster } from "./lib/postgres/temporary-cluster.mjs";

const directory = join(process.cwd(), "prisma", "migrations");
const lockFile = join(directory, "migration_lock.toml");
const lockText = '# Which database the migrations are for; Prisma checks it.\nprovider = "postgresql"\n';

async function difference(databaseUrl: string): Promise<string> {
  const path = join(process.cwd(), "prisma", "schema.prisma");
  const content = await readFile(path, "utf8");
  const { engine, close } = await openSchemaEngine(databaseUrl, [[path, content]]);
  try {
    const files = await readMigrationFiles(directory);
    const result = await engine.diff({
      from: { tag: "migrations", ...(await toMigrationList(directory, files)) },
      to: { tag: "schemaDatamodel", files: [{ path, content }] },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    return result.stdout ?? "";
  } finally {
    close();
  }
}

async function main(name: string | undefined): Promise<void> {
  await mkdir(directory, { recursive: true });
  await writeFile(lockFile, lockText);
  const cluster = await startTemporaryCluster();
  try {
    const sql = await difference(cluster.adminUrl);
    if (name === undefined || sql.includes("This is an empty migration")) {
      process.stdout.write(`${sql}\n`);
      return;
    }
    await mkdir(join(directory, name), { recursive: true });
    await writeFile(join(directory, name, "migration.sql"), sql);
    process.stdout.write(`prisma/migrations/${name}/migration.sql\n`);
  } finally {
    await cluster.stop();
  }
}

await main(process.argv[2]);
