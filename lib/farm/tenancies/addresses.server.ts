import "server-only";
import { AppError, type MemberFault } from "@/lib/base/core/errors";
import { env } from "@/lib/base/env/env.server";
import { TransportError } from "@/lib/service/errors";
import { type AddressPolicy, checkAddress } from "@/lib/service/guarded-fetch.server";

/** The policy for addresses typed into a page. */
export function typedAddressPolicy(): AddressPolicy {
  return { allowPrivate: false, allowList: env().LEAFWATCH_ALLOW_PRIVATE_HOSTS };
}

/**
 * Refuses addresses typed into a page that must not be called, all of them at once. A name that cannot be resolved now
 * passes: every call checks again, and the connection test reports that it was not found.
 * @throws AppError `bad-request` on the first member at fault, and on the others
 */
export async function checkTypedAddresses(addresses: Record<string, string | null>): Promise<void> {
  const checks = Object.entries(addresses).map(async ([parameter, address]): Promise<MemberFault[]> => {
    try {
      if (address !== null) await checkAddress(address, typedAddressPolicy());
    } catch (error) {
      if (error instanceof TransportError) return [{ parameter, message: `${error.message}.` }];
    }
    return [];
  });
  const [first, ...also] = (await Promise.all(checks)).flat();
  if (first) throw new AppError("bad-request", first.message, { parameter: first.parameter, also });
}
