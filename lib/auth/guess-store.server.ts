import "server-only";
import { getPrisma } from "@/lib/db/prisma.server";
import { transaction } from "@/lib/db/transaction.server";
import { networkOf } from "@/lib/plant-service/addresses";
import { type Guesses, judgeTry } from "./guess-rules";

/** A try that may go on after a wait; it counts as wrong until a right one clears it. */
type Try = { id: bigint; waitMs: number };

/**
 * Notes a try before it is judged, so that tries at the same time, in whichever process, count each other. By the
 * clock of the database, which all processes share. Exact for an account. Of an address, tries at many accounts at the
 * same time may miss each other, so that some more than its limit pass: a lock for it would queue a whole farm.
 * The addresses of one network of IPv6 count as one.
 * @param account the e-mail as it was typed, in lower case, whether there is such an account or not
 * @returns null when it is refused; a refused try is not kept
 */
export function noteTry(account: string, address: string): Promise<Try | null> {
  const from = networkOf(address);
  return transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`sign-in ${account}`}, 0))`;
    // Strangers' guesses must not slow or shut out who tries from where the person is signed in: there its own count.
    const [guesses] = await tx.$queryRaw<(Guesses & { ofAddress: number })[]>`
      WITH known AS (
        SELECT FROM user_sessions s JOIN users u ON u.id = s.user_id
        WHERE u.email = ${account} AND s.address = ${address} AND s.expires_at > now() LIMIT 1)
      SELECT count(*) FILTER (WHERE address = ${from} AND at > clock_timestamp() - interval '15 minutes')::int AS here,
             count(*) FILTER (WHERE at > clock_timestamp() - interval '15 minutes')::int AS anywhere,
             count(*)::int AS hour,
             (SELECT count(*)::int FROM sign_in_failures
              WHERE address = ${from} AND at > statement_timestamp() - interval '15 minutes'
                AND NOT EXISTS (SELECT FROM known)) AS "ofAddress"
      FROM sign_in_failures
      WHERE account = ${account} AND at > clock_timestamp() - interval '1 hour'
        AND (address = ${from} OR NOT EXISTS (SELECT FROM known))`;
    const judged = judgeTry(guesses ?? { here: 0, anywhere: 0, hour: 0 }, guesses?.ofAddress);
    if (judged === "refused") return null;
    const [kept] = await tx.$queryRaw<{ id: bigint }[]>`
      INSERT INTO sign_in_failures (account, address, at) VALUES (${account}, ${from}, clock_timestamp())
      RETURNING id`;
    return { id: kept?.id ?? 0n, waitMs: judged };
  });
}

/** Takes a try back that was right as far as it went, or not looked at; the wrong ones stay. */
export async function takeBack(id: bigint): Promise<void> {
  await getPrisma().signInFailure.deleteMany({ where: { id } });
}

/** Forgets the wrong tries of an account from the address that it came in by. */
export async function clearTries(account: string, address: string): Promise<void> {
  await getPrisma().signInFailure.deleteMany({ where: { account, address: networkOf(address) } });
}

/** Removes tries that no limit counts any more. */
export async function forgetOldTries(): Promise<void> {
  await getPrisma().$executeRaw`DELETE FROM sign_in_failures WHERE at < now() - interval '1 day'`;
}
