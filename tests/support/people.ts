// Users with a session, for tests that call like a browser.

import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Role } from "@/lib/base/core/access";
import type { Actor, AreaLimit } from "@/lib/identity/actor/contract";

/** Password of {@link addPerson}'s people and its hash, computed once as hashing is slow. */
export const PASSWORD = "a long password";
const HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$SnkyyHztuEURtJhSMibV4w$FcgJ23JLravvvYHGnab5byMUXZ9nUzE4bo7KGop2eG0";

export type Person = { id: number; cookie: string };

/**
 * Adds a user who is signed in; `cookie` is what their browser sends.
 * @param areas the control areas that they are limited to; null is everything
 */
export async function addPerson(
  pool: pg.Pool,
  role: Role,
  areas: AreaLimit[] | null = null,
): Promise<Person> {
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO users (email, name, password_hash, role, areas) VALUES ($1, $2, $5, $3, $4) RETURNING id`,
    [`${randomUUID()}@example.com`, `A ${role}`, role, areas && JSON.stringify(areas), HASH],
  );
  const id = rows[0]?.id ?? 0;
  return { id, cookie: await signedIn(pool, id) };
}

/** Adds the account of an actor that a test invents. */
export async function addAccount(pool: pg.Pool, { id, name, role }: Actor): Promise<void> {
  await pool.query("INSERT INTO users (id, email, name, role) VALUES ($1, $2, $3, $4)", [
    id,
    `${randomUUID()}@example.com`,
    name,
    role,
  ]);
}

/** Begins a session of a newly added user; returns the cookie. */
export async function signedIn(pool: pg.Pool, userId: number): Promise<string> {
  const sid = randomUUID();
  await pool.query(
    `INSERT INTO user_sessions (id, user_id, expires_at, address, browser)
     VALUES ($1, $2, now() + interval '1 day', 'unknown', 'test')`,
    [sid, userId],
  );
  return cookieOf({ sid, uid: userId });
}

/** The cookie of a session, by its claims. */
export async function cookieOf(claims: { sid?: string; uid?: number }): Promise<string> {
  const { sessionSecret } = await import("@/lib/identity/auth/tokens.server");
  const { sessionCookieName } = await import("@/lib/identity/auth/guard.server");
  const { encode } = await import("next-auth/jwt");
  return `${sessionCookieName()}=${await encode({ token: claims, secret: sessionSecret() })}`;
}
