// Starts the Postgres server of an integration run and ends it afterwards.

import type { TestProject } from "vitest/node";
import { startTestCluster } from "./cluster";

declare module "vitest" {
  export interface ProvidedContext {
    /** A superuser's address on the server of this run. */
    postgresUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  project.provide("postgresUrl", cluster.adminUrl);
  return () => cluster.stop();
}
