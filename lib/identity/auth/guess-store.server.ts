import "server-only";
import { networkOf } from "@/lib/base/core/addresses";
import { getPrisma } from "@/lib/base/db/prisma.server";
import { transaction } from "@/lib/base/db/transaction.server";
import type { Device } from "./cookies.server";
import { judgeTry, MOST_OF_ADDRESS } from "./guess-rules";

/** Where a try comes from: an address, and the device if the browser is known. */
export type Origin = { address: string; device?: Device | null };

/** An admitted try, to be checked after a wait; it counts as wrong until a right one clears it. */
export type Try = {
  id: bigint;
  waitMs: number;
  /** Under what it is counted: a network, or a device. */
  from: string;
  /** Whether the person is signed in there, or has signed in from that device. */
  isKnown: boolean;
};

/** Why a try is refused: its network for so long, except for the accounts that are signed in there; else null. */
export type Refusal = { network: { forMs: number; except: ReadonlySet<string> } | null };

type Counts = {
  here: number;
  hereHour: number;
  anywhere: number;
  hour: number;
  ofAddress: number;
  /** Whether the account has signed in from this device. */
  isRemembered: boolean;
  /** Addresses at which the account is signed in. */
  addresses: string[];
};

/**
 * Notes a try before it is judged, so that tries at the same time, in whichever process, count each other. By the
 * clock of the database, which all processes share. Exact for an account. Of a network, tries at many accounts at the
 * same time may miss each other, so that some more than its limit pass: a lock for it would queue a whole farm.
 * The addresses of one network of IPv6 count as one.
 * @param account the e-mail as it was typed, in lower case, whether there is such an account or not
 * @returns the refusal where it is refused; a refused try is not kept
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
    // Strangers' guesses must not slow or shut out who tries from where the person is known: there its own count.
    const isKnown = isRemembered || addresses.some((one) => networkOf(one) === network);
    const judged = isKnown
      ? judgeTry({ here, anywhere: here, hour: hereHour })
      : judgeTry(counts, counts.ofAddress);
    if (judged === "refused")
      return { network: counts.ofAddress < MOST_OF_ADDRESS ? null : await refusalOf(tx, network) };
    const from = isRemembered ? own : network;
    const [kept] = await tx.$queryRaw<{ id: bigint }[]>`
      INSERT INTO sign_in_failures (account, address, at) VALUES (${account}, ${from}, clock_timestamp())
      RETURNING id`;
    return { id: kept?.id ?? 0n, waitMs: judged, from, isKnown };
  });
}

type Reader = Pick<ReturnType<typeof getPrisma>, "$queryRaw">;

/** For how long a network stays refused, and who is signed in there. */
async function refusalOf(tx: Reader, network: string): Promise<Refusal["network"]> {
  const [left] = await tx.$queryRaw<{ ms: number }[]>`
    SELECT 1000 * extract(epoch FROM at + interval '15 minutes' - clock_timestamp())::float8 AS ms
    FROM sign_in_failures WHERE address = ${network} ORDER BY at DESC OFFSET ${MOST_OF_ADDRESS - 1} LIMIT 1`;
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

/** Deletes tries that no limit counts any more. */
export async function forgetOldTries(): Promise<void> {
  await getPrisma().$executeRaw`DELETE FROM sign_in_failures WHERE at < now() - interval '1 day'`;
}
