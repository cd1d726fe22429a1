// The app on a database with one farm and its screens, for benchmarks of walls.

import { randomBytes } from "node:crypto";
import { hashToken } from "@/lib/identity/auth/tokens.server";
import { type BenchApp, startBenchApp } from "./bench-app";
import { withClient } from "./farm";
import { fillWallFarm } from "./wall-farm";

export type ScreenApp = Pick<BenchApp, "port" | "notify" | "stop"> & { url: string; screenTokens: string[] };

const FARM = { zones: 6, benches: 12 };

/** @param seconds time that a board's page is shown; null for the default */
export async function startScreenApp(
  databaseUrl: string,
  { screens, seconds }: { screens: number; seconds: number | null },
): Promise<ScreenApp> {
  const app = await startBenchApp(databaseUrl, 1);
  const screenTokens = Array.from({ length: screens }, () => randomBytes(24).toString("hex"));
  const boards = [
    { kind: "areas", path: null, order: "place", seconds },
    { kind: "alerts", path: null, order: "place", seconds },
    { kind: "now", path: null, order: "place", seconds },
  ];
  try {
    await withClient(databaseUrl, async (client) => {
      await fillWallFarm(client, FARM);
      await client.query(
        `INSERT INTO screens (name, token_hash, tenancy_id, view, boards, created_by)
         SELECT 'Screen ' || n, hash, 1, 'areas', $2::jsonb, 'benchmark'
         FROM unnest($1::text[]) WITH ORDINALITY AS given (hash, n)`,
        [screenTokens.map((token) => hashToken(token)), JSON.stringify(boards)],
      );
    });
  } catch (error) {
    await app.stop();
    throw error;
  }
  return { ...app, url: `http://localhost:${app.port}`, screenTokens };
}
