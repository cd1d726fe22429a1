// People with a session, for tests that call as a browser would.

import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Role } from "@/lib/auth/contract";

export type Person = { id: number; cookie: string };

/** Adds a user who is signed in; `cookie` is what their browser sends. */
export async function addPerson(pool: pg.Pool, role: Role): Promise<Person> {
  const { sessionSecret } = await import("@/lib/auth/tokens.server");
  const { encode } = await import("next-auth/jwt");
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO users (email, name, password_hash, role) VALUES ($1, $2, 'x', $2) RETURNING id`,
    [`${randomUUID()}@example.com`, role],
  );
  const id = rows[0]?.id ?? 0;
  const token = await encode({ token: { uid: id, version: 1 }, secret: sessionSecret() });
  return { id, cookie: `next-auth.session-token=${token}` };
}
