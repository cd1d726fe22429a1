import { expectedOf } from "@/lib/base/request/expected.server";
import { isScreenToken } from "@/lib/display/screens/pairing.server";
import { screenCookieHeader } from "@/lib/identity/auth/cookies.server";

export const dynamic = "force-dynamic";

const NO_STORE = { "cache-control": "private, no-store", "referrer-policy": "no-referrer" };

/**
 * `/wall?token=…`, rewritten by next.config.ts: moves the token from the address into the cookie. A wrong token changes
 * nothing, so that no link can disable a screen.
 */
export async function GET(request: Request): Promise<Response> {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  try {
    const isKnown = await isScreenToken(token);
    const headers = new Headers({ ...NO_STORE, location: isKnown ? "/wall" : "/wall?refused" });
    if (isKnown) headers.append("set-cookie", screenCookieHeader(token));
    return new Response(null, { status: 303, headers });
  } catch (error) {
    expectedOf(error, "/wall?token");
    return new Response(RETRY_PAGE, {
      status: 503,
      headers: { ...NO_STORE, "content-type": "text/html; charset=utf-8", "retry-after": "10" },
    });
  }
}

/** Reloads automatically, because nobody attends a screen that starts while the database is down. */
const RETRY_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="10">
<title>Leafwatch</title><body style="background:#060806;color:#f7f9f4;font:4.9vmin sans-serif;padding:4.4vmin">
<h1 style="font-size:7.2vmin">Cannot see</h1><p>The database is out of reach. Next try in 10 s</p></body></html>`;
