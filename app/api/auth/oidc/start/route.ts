import { beginSingleSignOn } from "@/lib/auth/single-sign-on.server";
import { openRoute } from "@/lib/http/open-route.server";
import { redirectTo } from "@/lib/http/redirect.server";

export const dynamic = "force-dynamic";

/** Leads to the provider of the single sign-on. */
export const GET = openRoute("/api/auth/oidc/start", async (request) => {
  const next = new URL(request.url).searchParams.get("callbackUrl") ?? undefined;
  return redirectTo(await beginSingleSignOn(next));
});
