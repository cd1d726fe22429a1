import "server-only";
import { headers } from "next/headers";

// A module of its own: commands and workers load the sign-in outside Next, where `next/headers` cannot be imported.

/** The request header in which the proxy passes the address of a page, with its query. */
export const PAGE_ADDRESS_HEADER = "x-page-address";

/** The address of the sign-in page, which leads back to the page that is being rendered. */
export async function signInAddress(): Promise<string> {
  const page = (await headers()).get(PAGE_ADDRESS_HEADER);
  return page === null || page === "/" ? "/sign-in" : `/sign-in?callbackUrl=${encodeURIComponent(page)}`;
}
