import { callerOf } from "@/lib/auth/next-auth.server";
import { readCookie } from "@/lib/auth/screen-cookie.server";
import { endSingleSignOn, wayCookieName } from "@/lib/auth/single-sign-on.server";
import { openRoute } from "@/lib/http/open-route.server";
import { redirectTo } from "@/lib/http/redirect.server";

export const dynamic = "force-dynamic";

/** Where the provider of the single sign-on leads back to. */
export const GET = openRoute("/api/auth/oidc/callback", async (request) => {
  const carried = readCookie(request, wayCookieName());
  return redirectTo(
    await endSingleSignOn(new URL(request.url).searchParams, carried, await callerOf(request)),
  );
});
