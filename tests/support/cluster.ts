// A temporary Postgres server with a migrated template, from which databases are copied in milliseconds.

import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { migrate } from "@/lib/base/db/migrate.server";
import {
  startTemporaryCluster,
  type TemporaryCluster,
} from "../../scripts/lib/postgres/temporary-cluster.mjs";

const TEMPLATE = "leafwatch_template";

export type TestDatabase = { url: string; drop(): Promise<void> };

/**
 * Starts the server and migrates the template.
 * @param options durable: true keeps fsync on, for benchmarks
 * @returns the address of a superuser, and a function that stops the server
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
 * @param migrated false returns an empty one
 */
export async function createDatabaseOn(adminUrl: string, migrated = true): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  const template = migrated ? TEMPLATE : "template0";
  // FILE_COPY costs a third of copying through the WAL.
  await administer(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  return {
    url: withDatabase(adminUrl, name),
    drop: () => dropDatabase(adminUrl, name),
  };
}

/**
 * Connections of an ended pool may still be closing, and nothing handles their errors any more: they
 * have a second before they are terminated.
 */
async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    for (let tries = 0; tries < 20; tries += 1) {
      const { rowCount } = await client.query("SELECT FROM pg_stat_activity WHERE datname = $1", [name]);
      if (rowCount === 0) break;
      await sleep(50);
    }
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  } finally {
    await client.end();
  }
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
