import { beginSingleSignOn } from "@/lib/identity/auth/single-sign-on.server";
import { redirectTo } from "@/lib/web/http/responses.server";
import { openRoute } from "@/lib/web/http/route.server";

export const dynamic = "force-dynamic";

/** Redirects to the provider of the single sign-on. */
export const GET = openRoute("/api/auth/oidc/start", async (request) => {
  const next = new URL(request.url).searchParams.get("callbackUrl") ?? undefined;
  return redirectTo(await beginSingleSignOn(next));
});
