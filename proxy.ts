import { type NextRequest, NextResponse } from "next/server";
import { AppError } from "@/lib/base/core/errors";
import { env } from "@/lib/base/env/env.server";
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

/** Sets headers and is no guard: pages and services check for themselves who asks. */
export function proxy(request: NextRequest): Response {
  if (!isForPages(request)) return refuse(request);
  const nonce = newNonce();
  const policy = contentSecurityPolicy(nonce, { development: env().NODE_ENV === "development" });
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  headers.set(PAGE_ADDRESS_HEADER, pageAddress(request));
  const response = withSignInToken(request, headers);
  response.headers.set("content-security-policy", policy);
  return response;
}

/**
 * Whoever sends notifications to a wrong address hears so: led on to the sign-in it would take that page, a 200, for
 * an answer, and they are sent once only.
 */
function refuse({ nextUrl }: NextRequest): Response {
  const detail = `Nothing is taken in at ${nextUrl.pathname}. Notifications go to ${webhookAddress()}.`;
  return problemResponse(new AppError("not-found", detail));
}

/** Without the parameter by which the router asks for a part of a page. */
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
