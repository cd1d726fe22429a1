import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { expectedOf } from "@/lib/base/request/expected.server";
import { peerOf } from "@/lib/base/request/peer.server";
import { deviceCookieHeader, deviceOf, pendingCookie, readCookie } from "@/lib/identity/auth/cookies.server";
import { OLD_SESSION_COOKIE, sessionCookieName } from "@/lib/identity/auth/guard.server";
import { localPath } from "@/lib/identity/auth/local-path";
import { authOptions } from "@/lib/identity/auth/next-auth.server";
import { endSession, readSession } from "@/lib/identity/auth/sessions.server";
import type { SignIn } from "@/lib/identity/auth/sign-in.server";
import { problemResponse } from "@/lib/web/http/problem";
import { readBytes } from "@/lib/web/http/route.server";
import { refuseForeignOrigin } from "@/lib/web/http/same-origin.server";

type Context = { params: Promise<{ nextauth: string[] }> };

/** Bytes; a form of e-mail, password and tokens is far shorter. */
const MAX_FORM = 16_384;

/** next-auth's endpoints. Redirects are made relative, since people may use another host than LEAFWATCH_URL. */
async function handle(request: Request, context: Context): Promise<Response> {
  let outcome: SignIn | undefined;
  const options = authOptions(request, (ended) => {
    outcome = ended;
  });
  const response: Response = await NextAuth(request as never, context as never, options);
  for (const cookie of await cookiesAfter(request, outcome)) response.headers.append("set-cookie", cookie);
  const location = response.headers.get("location");
  if (location) {
    const target = new URL(location, request.url);
    response.headers.set("location", localPath(target.href, target.host));
  }
  return response;
}

async function cookiesAfter(request: Request, outcome: SignIn | undefined): Promise<string[]> {
  if (outcome?.state === "code") return [await pendingCookie.header(outcome.pending)];
  if (outcome?.state !== "in") return [];
  const device = await deviceCookieHeader(await deviceOf(request), outcome.account.id);
  return [await pendingCookie.header(null), device];
}

async function handleForm(request: Request, context: Context): Promise<Response> {
  try {
    refuseForeignOrigin(request);
    const { method, headers } = request;
    const body = await readBytes(request, MAX_FORM);
    const response = await handle(new NextRequest(request.url, { method, headers, body }), context);
    await dropOldSession(request, response);
    return response;
  } catch (error) {
    return problemResponse(expectedOf(error, "/api/auth"));
  }
}

/** Ends a session from before an upgrade, whose cookie has a name that next-auth does not know. */
async function dropOldSession(request: Request, response: Response): Promise<void> {
  const old = readCookie(request, OLD_SESSION_COOKIE);
  if (old === undefined) return;
  if (new URL(request.url).pathname.endsWith("/signout"))
    await endSession((await readSession(old)) ?? {}, peerOf(request));
  else if (!response.headers.getSetCookie().some((one) => one.startsWith(`${sessionCookieName()}=`))) return;
  response.headers.append(
    "set-cookie",
    `${OLD_SESSION_COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure`,
  );
}

export { handle as GET, handleForm as POST };
