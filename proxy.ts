import { type NextRequest, NextResponse } from "next/server";
import { AppError } from "@/lib/base/core/errors";
import { env } from "@/lib/base/env/env.server";
import { isSitePath, SLUG_HEADER, splitSitePath } from "@/lib/base/request/site-path";
import { PAGE_ADDRESS_HEADER } from "@/lib/identity/auth/sign-in-address.server";
import {
  isOwnSignInToken,
  newSignInToken,
  signInTokenCookie,
} from "@/lib/identity/auth/sign-in-token.server";
import { webhookAddress } from "@/lib/operations/connecting/own-address.server";
import { contentSecurityPolicy, newNonce } from "@/lib/web/http/content-security-policy";
import { problemResponse } from "@/lib/web/http/problem";
import { isForPages } from "@/lib/web/http/request-rules";

/** Sets headers, and maps addresses of a tenancy to pages: pages and services check access themselves. */
export function proxy(request: NextRequest): Response {
  if (!isForPages(request)) return refuse(request);
  const nonce = newNonce();
  const policy = contentSecurityPolicy(nonce, { development: env().NODE_ENV === "development" });
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  headers.set(PAGE_ADDRESS_HEADER, pageAddress(request));
  headers.delete(SLUG_HEADER);
  const response = toSitePage(request, headers) ?? withSignInToken(request, headers);
  response.headers.set("content-security-policy", policy);
  return response;
}

/**
 * Refuses notifications at a wrong address. A redirect to the sign-in would end in a 200, and the service, which sends
 * each only once, would count them as delivered.
 */
function refuse({ nextUrl }: NextRequest): Response {
  const detail = `Nothing is taken in at ${nextUrl.pathname}. Notifications go to ${webhookAddress()}.`;
  return problemResponse(new AppError("not-found", detail));
}

/** Names the tenancy of `/s/{slug}` to the page; null for other addresses. */
function toSitePage({ nextUrl }: NextRequest, headers: Headers): NextResponse | null {
  const site = splitSitePath(nextUrl.pathname);
  if (!site || !isSitePath(site.path)) return null;
  // The rewrite of next.config.ts follows.
  headers.set(SLUG_HEADER, site.slug);
  return NextResponse.next({ request: { headers } });
}

/** The address of the page without the parameter of the router's partial requests. */
function pageAddress({ nextUrl }: NextRequest): string {
  const search = new URLSearchParams(nextUrl.search);
  search.delete("_rsc");
  return search.size === 0 ? nextUrl.pathname : `${nextUrl.pathname}?${search}`;
}

/** The sign-in form works without script, so its token is set before the page is rendered. */
function withSignInToken(request: NextRequest, headers: Headers): NextResponse {
  const { name, secure } = signInTokenCookie();
  if (request.nextUrl.pathname !== "/sign-in" || isOwnSignInToken(request.cookies.get(name)?.value)) {
    return NextResponse.next({ request: { headers } });
  }
  const value = newSignInToken();
  request.cookies.set(name, value);
  headers.set("cookie", request.cookies.toString());
  const response = NextResponse.next({ request: { headers } });
  response.cookies.set(name, value, { httpOnly: true, sameSite: "lax", path: "/", secure });
  return response;
}

export const config = {
  // Webhooks and downloads stay out: a proxy would cut their bodies.
  matcher: ["/((?!api/|_next/static|_next/image).*)"],
};
