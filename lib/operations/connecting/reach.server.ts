import "server-only";
import type { MemberFault } from "@/lib/base/core/errors";
import { MEMBER_NAMES } from "@/lib/farm/tenancies/contract";
import { networkFailure } from "@/lib/service/call";
import type { PlantServiceErrorCode } from "@/lib/service/errors";
import type { AddressPolicy } from "@/lib/service/guarded-fetch.server";
import { createGuardedFetch } from "@/lib/service/guarded-fetch.server";
import { adviceForError } from "./connection-advice";
import type { Advice } from "./connection-step";

const LIMIT_MS = 5_000;

type Member = "baseUrl" | "authUrl";
type Miss = MemberFault & { parameter: Member; code: PlantServiceErrorCode; advice: Advice };

/** One address or both gave no answer at all; `faults` says of each why. */
export class NotReached extends Error {
  readonly faults: readonly MemberFault[];
  readonly advice: Advice;
  readonly code: PlantServiceErrorCode;

  constructor(first: Miss, others: readonly Miss[]) {
    const misses = [first, ...others];
    super(misses.map(({ parameter, message }) => `${MEMBER_NAMES[parameter]}: ${message}`).join(". "));
    this.name = "NotReached";
    this.faults = misses.map(({ parameter, message }) => ({ parameter, message }));
    this.advice = first.advice;
    this.code = first.code;
  }
}

/**
 * Asks both addresses of a service for an answer. Any will do: nobody is signed in, and no path is known yet.
 * @returns what they answered, in words
 * @throws NotReached when one of them, or both, gave none
 */
export async function reachAddresses(
  addresses: Record<Member, string> & { policy: AddressPolicy; signal: AbortSignal },
  limitMs = LIMIT_MS,
): Promise<string> {
  const fetch = createGuardedFetch({ ...addresses.policy, connectMs: limitMs, headersMs: limitMs });
  const ask = async (member: Member): Promise<number | Miss> => {
    try {
      const answer = await fetch(addresses[member], { signal: addresses.signal });
      await answer.body?.cancel();
      return answer.status;
    } catch (error) {
      return missOf(member, error, addresses.signal.aborted);
    }
  };
  const [base, auth] = await Promise.all([ask("baseUrl"), ask("authUrl")]);
  const [first, ...others] = [base, auth].filter((one) => typeof one !== "number");
  if (first) throw new NotReached(first, others);
  return `Base address answered ${base}, sign-in address ${auth}: both are there. The next steps show whether their paths are right`;
}

function missOf(parameter: Member, error: unknown, aborted: boolean): Miss {
  const { code, detail = code } = networkFailure(error, aborted);
  return { parameter, message: detail, code, advice: adviceForError(error, code) };
}
