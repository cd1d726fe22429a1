import "server-only";
import { env } from "@/lib/base/env/env.server";

/** As long as browsers let one live; each report renews it. */
const FOUR_HUNDRED_DAYS = 400 * 24 * 3600;

const isSecure = () => env().LEAFWATCH_URL.startsWith("https:");

/**
 * The cookie of a screen. Over https its name binds it to this host, so that no neighbour under the same domain can
 * give a screen a token that it knows.
 */
export function screenCookieName(): string {
  return `${isSecure() ? "__Host-" : ""}leafwatch-screen`;
}

/** The header that gives a browser its token as a screen, or renews it. */
export function screenCookieHeader(token: string): string {
  const secure = isSecure() ? "; Secure" : "";
  return `${screenCookieName()}=${encodeURIComponent(token)}; Path=/; Max-Age=${FOUR_HUNDRED_DAYS}; HttpOnly; SameSite=Lax${secure}`;
}

/** The token that a request carries in its cookie. */
export function screenTokenOf(request: Request): string | undefined {
  return readCookie(request, screenCookieName());
}

/** A cookie of a request; undefined where it is missing, empty or no valid encoding. */
export function readCookie(request: Request, name: string): string | undefined {
  const pairs = request.headers.get("cookie")?.split(/;\s*/) ?? [];
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  try {
    return value === undefined ? undefined : decodeURIComponent(value) || undefined;
  } catch {
    return undefined;
  }
}
