// A temporary Postgres server with a migrated template, from which databases are copied in milliseconds.

import { randomBytes } from "node:crypto";
import pg from "pg";
import { migrate } from "@/lib/db/migrate.server";
import { startTemporaryCluster, type TemporaryCluster } from "../../scripts/lib/temporary-cluster.mjs";

const TEMPLATE = "leafwatch_template";

export type TestDatabase = { url: string; drop(): Promise<void> };

/**
 * Starts the server and migrates the template.
 * @param options durable true keeps fsync on, for what is measured
 * @returns the address of a superuser, and how to end it
 */
export async function startTestCluster(options: { durable?: boolean } = {}): Promise<TemporaryCluster> {
  const cluster = await startTemporaryCluster(options);
  try {
    await administer(cluster.adminUrl, `CREATE DATABASE ${TEMPLATE}`);
    await migrate(withDatabase(cluster.adminUrl, TEMPLATE));
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/**
 * A fresh database on a cluster.
 * @param migrated false makes an empty one
 */
export async function createDatabaseOn(adminUrl: string, migrated = true): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await administer(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${migrated ? TEMPLATE : "template0"}`);
  return {
    url: withDatabase(adminUrl, name),
    drop: () => administer(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function administer(adminUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
