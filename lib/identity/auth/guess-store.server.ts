import "server-only";
import { networkOf } from "@/lib/base/core/addresses";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { type Transaction, transaction } from "@/lib/base/db/transaction.server";
import type { Device } from "./cookies.server";
import { type Guesses, judgeTry, MAX_PER_ADDRESS } from "./guess-rules";

/** The origin of a try: an address, and the device if the browser is known. */
export type Origin = { address: string; device?: Device | null };

/** An admitted try, to be checked after a wait; it counts as wrong until a right one clears it. */
export type Try = {
  id: bigint;
  waitMs: number;
  /** The network or device that it counts for. */
  from: string;
  /** The person is signed in there, or has signed in from that device. */
  isKnown: boolean;
};

/** A refusal: of a network for `forMs`, except for the accounts that are signed in there; null: of the account. */
export type Refusal = { network: { forMs: number; except: ReadonlySet<string> } | null };

type Counts = Guesses & {
  hereHour: number;
  ofAddress: number;
  /** The account has signed in from this device. */
  isRemembered: boolean;
  /** Addresses at which the account is signed in. */
  addresses: string[];
};

/**
 * Records a try before it is checked, so that concurrent tries count each other in all processes, by the clock of the
 * database. Exact for an account; of a network, concurrent tries at many accounts may miss each other, so that a few
 * more than its limit pass: a lock for it would queue a whole farm. The addresses of one network of IPv6 count as one.
 * @param account the e-mail as typed, in lower case, of an existing account or not
 * @returns the refusal, if it is refused; a refused try is not kept
 */
export function noteTry(account: string, { address, device }: Origin): Promise<Try | Refusal> {
  const network = networkOf(address);
  const own = `device ${device?.id ?? ""}`;
  return transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`sign-in ${account}`}, 0))`;
    const [counts] = await tx.$queryRaw<Counts[]>`
      WITH remembered AS (
        SELECT EXISTS (SELECT FROM users WHERE email = ${account} AND id = ANY(${[...(device?.people ?? [])]}::int[]))
          AS yes)
      SELECT count(*) FILTER (WHERE address = place AND at > clock_timestamp() - interval '15 minutes')::int AS here,
             count(*) FILTER (WHERE address = place)::int AS "hereHour",
             count(*) FILTER (WHERE at > clock_timestamp() - interval '15 minutes')::int AS anywhere,
             count(at)::int AS hour,
             (SELECT count(*)::int FROM sign_in_failures
              WHERE address = ${network} AND at > statement_timestamp() - interval '15 minutes') AS "ofAddress",
             yes AS "isRemembered",
             ARRAY(SELECT DISTINCT s.address FROM user_sessions s JOIN users u ON u.id = s.user_id
                   WHERE u.email = ${account} AND s.expires_at > now()) AS addresses
      FROM remembered
      CROSS JOIN LATERAL (SELECT CASE WHEN yes THEN ${own} ELSE ${network} END AS place) AS p
      LEFT JOIN sign_in_failures ON account = ${account} AND at > clock_timestamp() - interval '1 hour'
      GROUP BY yes, place`;
    if (!counts) throw new Error("The tries of an account could not be counted.");
    const { here, hereHour, isRemembered, addresses } = counts;
    // A known place has a count of its own, so that strangers' guesses neither slow nor refuse its person.
    const isKnown = isRemembered || addresses.some((one) => networkOf(one) === network);
    const judged = isKnown
      ? judgeTry({ here, anywhere: here, hour: hereHour })
      : judgeTry(counts, counts.ofAddress);
    if (judged === "refused")
      return { network: counts.ofAddress < MAX_PER_ADDRESS ? null : await networkRefusal(tx, network) };
    const from = isRemembered ? own : network;
    const [kept] = await tx.$queryRaw<{ id: bigint }[]>`
      INSERT INTO sign_in_failures (account, address, at) VALUES (${account}, ${from}, clock_timestamp())
      RETURNING id`;
    return { id: kept?.id ?? 0n, waitMs: judged, from, isKnown };
  });
}

/** The refusal of a network: its duration, and the accounts that are signed in there. */
async function networkRefusal(tx: Transaction, network: string): Promise<Refusal["network"]> {
  const [left] = await tx.$queryRaw<{ ms: number }[]>`
    SELECT 1000 * extract(epoch FROM at + interval '15 minutes' - clock_timestamp())::float8 AS ms
    FROM sign_in_failures WHERE address = ${network} ORDER BY at DESC OFFSET ${MAX_PER_ADDRESS - 1} LIMIT 1`;
  const signedIn = await tx.$queryRaw<{ email: string; address: string }[]>`
    SELECT DISTINCT u.email, s.address FROM user_sessions s JOIN users u ON u.id = s.user_id
    WHERE s.expires_at > now()`;
  const there = signedIn.filter(({ address }) => networkOf(address) === network);
  return { forMs: Math.max(0, left?.ms ?? 0), except: new Set(there.map(({ email }) => email)) };
}

/** Withdraws a try that was right so far or not checked; wrong ones remain. */
export async function takeBack(id: bigint): Promise<void> {
  await getPrisma().signInFailure.deleteMany({ where: { id } });
}

/** Deletes the wrong tries of an account from the place of a successful sign-in. */
export async function clearTries(account: string, { from }: Try): Promise<void> {
  await getPrisma().signInFailure.deleteMany({ where: { account, address: from } });
}

/** Deletes tries after a day; limits count an hour at most. */
export async function forgetOldTries(): Promise<void> {
  await getPrisma().$executeRaw`DELETE FROM sign_in_failures WHERE at < now() - interval '1 day'`;
}
