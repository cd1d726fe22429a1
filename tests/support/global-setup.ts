// Starts the Postgres server of an integration run and stops it afterwards.

import type { TestProject } from "vitest/node";
import type { TemporaryCluster } from "../../scripts/lib/postgres/temporary-cluster.mjs";
import { startTestCluster } from "./cluster";

declare module "vitest" {
  export interface ProvidedContext {
    /** A superuser's address on the server of this run. */
    postgresUrl: string;
  }
}

/** Each project of a run loads this file separately; they share one server. */
const run = globalThis as { testCluster?: Promise<TemporaryCluster>; testClusterUsers?: number };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  run.testCluster ??= startTestCluster();
  run.testClusterUsers = (run.testClusterUsers ?? 0) + 1;
  const cluster = await run.testCluster;
  project.provide("postgresUrl", cluster.adminUrl);
  return async () => {
    run.testClusterUsers = (run.testClusterUsers ?? 0) - 1;
    if (run.testClusterUsers === 0) await cluster.stop();
  };
}
