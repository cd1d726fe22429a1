import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { getPrisma } from "@/lib/db/prisma.server";
import { JobRunner } from "@/lib/jobs/runner.server";
import type { Query } from "@/lib/queries/contract";
import { cancelQuery, readOneQuery, readQueryRows, submitQuery } from "@/lib/queries/service.server";
import { type Simulator, startSimulator } from "../../simulator/start";
import { addConnectedTenancy, grower, until, useFreshDatabase } from "../support/connected-tenancy";

let leave: () => Promise<void>;
let service: Simulator;
let runner: JobRunner;

beforeEach(async () => {
  leave = await useFreshDatabase();
  service = await startSimulator({ querySeconds: 0.2, controlPort: 0 });
  runner = new JobRunner();
});

afterEach(async () => {
  await runner.stop();
  await service.stop();
  await leave();
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const overOf = (id: string) =>
  until(async () => {
    const query = await readOneQuery(grower, id);
    return ["completed", "failed", "cancelled"].includes(query.status) && query;
  }, "the end of the query");

async function run(input: Parameters<typeof submitQuery>[1]): Promise<Query> {
  const { id } = await submitQuery(grower, input);
  return overOf(id);
}

describe("a query", () => {
  test("goes from submitted to stored readings", async () => {
    await addConnectedTenancy(service);
    runner.start();
    const { id, status } = await submitQuery(grower, {
      type: "indices",
      filters: { from: hoursAgo(30), to: hoursAgo(6) },
    });
    expect(status).toBe("queued");
    const query = await overOf(id);
    expect(query).toMatchObject({
      status: "completed",
      error: null,
      serviceStatus: "COMPLETED",
      rejected: 0,
    });
    expect(query.stored).toBeGreaterThan(1_000);
    expect(query.rows).toBe(query.stored + query.empty + query.rejected);
    expect(await getPrisma().reading.count()).toBeGreaterThan(300);
    const page = await readQueryRows(grower, id, { limit: 3 });
    expect(page.items).toHaveLength(3);
  });
});
