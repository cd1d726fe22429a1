// A database with tokens, for tests that call route handlers as a client would.

import { randomBytes } from "node:crypto";
import type pg from "pg";
import { createTestDatabase } from "./postgres";

export const TOKENS = {
  admin: "token-of-an-admin-1234567890",
  grower: "token-of-a-grower-1234567890",
  viewer: "token-of-a-viewer-1234567890",
  screen: "token-of-a-screen-1234567890",
} as const;

export type TestApp = {
  pool: pg.Pool;
  url: string;
  /** Adds a tenancy and returns its key. */
  addTenancy(tenantId: string, timeZone?: string): Promise<number>;
  close(): Promise<void>;
};

/** A fresh database behind `getPool()`, with an API token of each role and of a screen, for the first tenancy. */
export async function openTestApp(): Promise<TestApp> {
  const database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  process.env.LEAFWATCH_SECRET_KEYS = randomBytes(32).toString("base64");
  const { getPool, closePool } = await import("@/lib/base/db/pool.server");
  const { closePrisma } = await import("@/lib/base/db/prisma.server");
  const { hashToken } = await import("@/lib/identity/auth/tokens.server");
  const pool = getPool();
  for (const role of ["admin", "grower", "viewer"] as const) {
    await pool.query(
      "INSERT INTO api_tokens (name, token_hash, role, created_by) VALUES ($1, $2, $1, 'test')",
      [role, hashToken(TOKENS[role])],
    );
  }
  await pool.query(
    "INSERT INTO screens (name, token_hash, view, created_by) VALUES ('Packing hall', $1, 'alerts', 'test')",
    [hashToken(TOKENS.screen)],
  );
  return {
    pool,
    url: database.url,
    addTenancy: (tenantId, timeZone = "Europe/Amsterdam") => addTenancy(pool, tenantId, timeZone),
    close: async () => {
      await closePrisma();
      await closePool();
      await database.drop();
    },
  };
}

async function addTenancy(pool: pg.Pool, tenantId: string, timeZone: string): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    "INSERT INTO tenancies (tenant_id, name, time_zone, updated_at) VALUES ($1, $1, $2, now()) RETURNING id",
    [tenantId, timeZone],
  );
  return rows[0]?.id ?? 0;
}

type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string | string[]>> },
) => Promise<Response>;

/** Calls a route handler with a token, by default the viewer's. */
export function call(
  handler: Handler,
  path: string,
  options: { token?: string | null; init?: RequestInit; params?: Record<string, string> } = {},
): Promise<Response> {
  const headers = new Headers(options.init?.headers);
  const token = options.token === undefined ? TOKENS.viewer : options.token;
  if (token !== null) headers.set("authorization", `Bearer ${token}`);
  const request = new Request(`http://localhost${path}`, { ...options.init, headers });
  return handler(request, { params: Promise.resolve(options.params ?? {}) });
}
