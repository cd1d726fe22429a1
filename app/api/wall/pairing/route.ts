import { hostOf, peerOf } from "@/lib/base/request/peer.server";
import { beginPairing, pairingState } from "@/lib/display/screens/pairing.server";
import { screenCookieHeader, screenTokenOf } from "@/lib/identity/auth/cookies.server";
import { jsonResponse, openRoute } from "@/lib/web/http/route.server";

/** The state of this browser's pairing. */
export const GET = openRoute("/api/wall/pairing", async (request) =>
  jsonResponse({ state: await pairingState(screenTokenOf(request)) }),
);

/** Makes a code for this browser to show; `?again` after its token was revoked. A plain form may send it too. */
export const POST = openRoute("/api/wall/pairing", async (request) => {
  const browser = {
    token: screenTokenOf(request),
    peer: peerOf(request),
    host: hostOf(request),
  };
  const { waiting, token } = await beginPairing(browser, new URL(request.url).searchParams.has("again"));
  const response = isForm(request) ? toWall() : jsonResponse(waiting);
  if (token) response.headers.append("set-cookie", screenCookieHeader(token));
  return response;
});

const isForm = (request: Request) =>
  request.headers.get("content-type") === "application/x-www-form-urlencoded";

const toWall = () =>
  new Response(null, { status: 303, headers: { location: "/wall", "cache-control": "no-store" } });
