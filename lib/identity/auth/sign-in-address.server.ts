import "server-only";
import { headers } from "next/headers";

/** Carries the address of a page, with its query, from the proxy to what renders it. */
export const PAGE_ADDRESS_HEADER = "x-page-address";

/** Where the sign-in stands, with the way back to the page that is being rendered. */
export async function signInAddress(): Promise<string> {
  const page = (await headers()).get(PAGE_ADDRESS_HEADER);
  return page === null || page === "/" ? "/sign-in" : `/sign-in?callbackUrl=${encodeURIComponent(page)}`;
}
