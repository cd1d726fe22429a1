import "server-only";
import { AppError } from "@/lib/core/errors";
import { env } from "@/lib/env/env.server";
import { type AddressPolicy, checkAddress } from "@/lib/plant-service/address-guard.server";
import { TransportError } from "@/lib/plant-service/transport";

/** What an address typed into a page may be. */
export function typedAddressPolicy(): AddressPolicy {
  return { allowPrivate: false, allowList: env().LEAFWATCH_ALLOW_PRIVATE_HOSTS };
}

/**
 * Refuses an address typed into a page that must not be called. A name that cannot be resolved now passes:
 * every call checks again, and the connection test says that it was not found.
 * @throws AppError `bad-request` on the member
 */
export async function checkTypedAddress(address: string | null, member: string): Promise<void> {
  if (address === null) return;
  try {
    await checkAddress(address, typedAddressPolicy());
  } catch (error) {
    if (error instanceof TransportError)
      throw new AppError("bad-request", `${error.message}.`, { parameter: member });
  }
}
