/** Runs the example of the client's README unchanged. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { IndexRow } from "@/lib/service/contract";
import { startSimulator } from "../../simulator/start";

const PAGE = join(import.meta.dirname, "../../lib/service/README.md");

type Example = {
  readHealth(
    settings: { baseUrl: string; authUrl: string; clientId: string; clientSecret: string },
    path: string,
  ): AsyncGenerator<IndexRow[]>;
};

async function loadExample(folder: string): Promise<Example> {
  const [, code] = /```ts\n([\s\S]*?)```/.exec(await readFile(PAGE, "utf8")) ?? [];
  const file = join(folder, "example.ts");
  await writeFile(file, code ?? "");
  return (await import(/* @vite-ignore */ file)) as Example;
}

test.each([[[]], [["no-status", "not-ready:404"]]])("reads rows with %j", async (variants) => {
  const folder = await mkdtemp(join(tmpdir(), "example-"));
  const service = await startSimulator({ querySeconds: 0.2, variants });
  try {
    const { readHealth } = await loadExample(folder);
    const settings = { ...service, clientId: "test-client", clientSecret: "test-client-secret" };
    const rows: IndexRow[] = [];
    for await (const batch of readHealth(settings, "Westland")) rows.push(...batch);
    expect(rows.length).toBeGreaterThan(40);
    expect(new Set(rows.map((row) => row.indexName))).toEqual(new Set(["HEALTH"]));
  } finally {
    await service.stop();
    await rm(folder, { recursive: true });
  }
});
