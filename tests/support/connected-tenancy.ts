// A tenancy that is connected to a simulated service, and a job runner of its own.

import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { closePool, getPool } from "@/lib/base/db/pool.server";
import { closePrisma, getPrisma } from "@/lib/base/db/prisma.server";
import { seal } from "@/lib/base/secrets/seal.server";
import { clientSecretPurpose } from "@/lib/farm/tenancies/contract";
import { makeActor } from "@/lib/identity/actor/make-actor.server";
import { longer } from "./command";
import { createTestDatabase } from "./postgres";

export const grower = makeActor({ kind: "user", id: 1, name: "Ruth", role: "grower", tenancyId: null });

export const admin = makeActor({ kind: "user", id: 3, name: "Ada", role: "admin", tenancyId: null });
export const viewer = makeActor({ kind: "user", id: 2, name: "Vera", role: "viewer", tenancyId: null });

/** Points the program at a fresh database; the returned function drops it. */
export async function useFreshDatabase(): Promise<() => Promise<void>> {
  const database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  process.env.LEAFWATCH_SECRET_KEYS ??= randomBytes(32).toString("base64");
  process.env.LEAFWATCH_URL ??= "http://127.0.0.1:9";
  return async () => {
    await closePrisma();
    await closePool();
    await database.drop();
  };
}

/**
 * Empties every table, the queue's too, and resets sequences. TRUNCATE would create every table's files
 * anew, which takes twenty times as long for nearly empty tables.
 */
export async function emptyTables(): Promise<void> {
  await getPool().query(
    `DO $$
     DECLARE one record;
     BEGIN
       SET LOCAL session_replication_role = replica;
       FOR one IN SELECT schemaname, tablename FROM pg_tables
         WHERE (schemaname = 'public' AND tablename <> '_prisma_migrations')
           OR (schemaname = 'graphile_worker' AND tablename IN ('_private_jobs', '_private_known_crontabs'))
       LOOP EXECUTE format('DELETE FROM %I.%I', one.schemaname, one.tablename); END LOOP;
       PERFORM setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) FROM pg_sequences
         WHERE schemaname IN ('public', 'graphile_worker') AND last_value IS NOT NULL;
     END $$`,
  );
}

export type Connection = { baseUrl: string; authUrl: string; clientSecret?: string };

/** Adds a tenancy with a client; a test may override members. */
export async function addConnectedTenancy(
  { baseUrl, authUrl, clientSecret = "test-client-secret" }: Connection,
  more: {
    id?: number;
    syncEnabled?: boolean;
    backfillDays?: number;
    syncTypes?: string[];
    queryDeadlineMinutes?: number;
  } = {},
): Promise<{ id: number; tenantId: string }> {
  const tenantId = "01J8Z0000000000000000TENAN";
  const { id } = await getPrisma().tenancy.create({
    data: {
      tenantId,
      name: "Westland",
      timeZone: "Europe/Amsterdam",
      baseUrl,
      authUrl,
      clientId: "test-client",
      clientSecret: new Uint8Array(seal(clientSecret, clientSecretPurpose(tenantId))),
      trustedAddresses: true,
      ...more,
    },
  });
  return { id, tenantId };
}

/** Polls until there is an answer, for at most a minute; tests time the product's promises themselves. */
export async function until<T>(ask: () => Promise<T | null | undefined | false>, what: string): Promise<T> {
  const deadline = Date.now() + 60_000;
  for (let pause = 50; Date.now() < deadline; pause = longer(pause)) {
    const answer = await ask();
    if (answer) return answer;
    await sleep(pause);
  }
  throw new Error(`Waited in vain for ${what}`);
}
