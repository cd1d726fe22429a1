import { readCookie, wayCookie } from "@/lib/identity/auth/cookies.server";
import { callerOf } from "@/lib/identity/auth/next-auth.server";
import { endSingleSignOn } from "@/lib/identity/auth/single-sign-on.server";
import { redirectTo } from "@/lib/web/http/responses.server";
import { openRoute } from "@/lib/web/http/route.server";

export const dynamic = "force-dynamic";

/** The address to which the provider of the single sign-on redirects. */
export const GET = openRoute("/api/auth/oidc/callback", async (request) => {
  const carried = readCookie(request, wayCookie.name());
  return redirectTo(
    await endSingleSignOn(new URL(request.url).searchParams, carried, await callerOf(request)),
  );
});
