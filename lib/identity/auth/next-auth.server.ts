import "server-only";
import type { NextAuthOptions, User } from "next-auth";
import { encode } from "next-auth/jwt";
import CredentialsProvider from "next-auth/providers/credentials";
import { expectedOf } from "@/lib/base/request/expected.server";
import { peerOf } from "@/lib/base/request/peer.server";
import { deviceOf, pendingCookie, readCookie } from "./cookies.server";
import { sessionCookieName } from "./guard.server";
import { localPath } from "./local-path";
import { publicHost } from "./service.server";
import { endSession, readSession, SESSION_DAYS, type SessionClaims } from "./sessions.server";
import { type Caller, type SignIn, signIn, signInByCode } from "./sign-in.server";
import { secretOfSignInToken, signInTokenCookie } from "./sign-in-token.server";
import { sessionSecret } from "./tokens.server";

/**
 * Options of the sign-in endpoint for one request; made late, because the environment is read late and keys change.
 * @param onOutcome called with the outcome of a try to sign in
 */
export function authOptions(request: Request, onOutcome: (outcome: SignIn) => void): NextAuthOptions {
  const { secure } = signInTokenCookie();
  return {
    // The form may have been handed out before the keys were rotated.
    secret: secretOfSignInToken(readCookie(request, signInTokenCookie().name)) ?? sessionSecret(),
    jwt: {
      encode: (params) => encode({ ...params, secret: sessionSecret() }),
      decode: ({ token }) => (token ? readSession(token) : null),
    },
    cookies: {
      sessionToken: {
        name: sessionCookieName(),
        options: { httpOnly: true, sameSite: "lax", path: "/", secure },
      },
    },
    session: { strategy: "jwt", maxAge: SESSION_DAYS * 86_400 },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    providers: [
      CredentialsProvider({
        credentials: { email: { type: "email" }, password: { type: "password" } },
        authorize: async (credentials) => {
          const outcome = await step(credentials ?? {}, request).catch(asFault);
          onOutcome(outcome);
          return userOf(outcome);
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => ({ ...token, ...(user as SignedIn | undefined)?.claims }),
      redirect: ({ url, baseUrl }) => new URL(baseUrl).origin + localPath(url, publicHost()),
    },
    events: { signOut: ({ token }) => endSession((token ?? {}) as SessionClaims, peerOf(request)) },
    logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
  };
}

/** The message of an error becomes part of the address that next-auth redirects to: it must be a code of ours. */
function asFault(error: unknown): never {
  expectedOf(error, "the sign-in");
  throw new Error("Unavailable");
}

/** The caller behind a request. */
export const callerOf = async (request: Request): Promise<Caller> => ({
  address: peerOf(request),
  browser: request.headers.get("user-agent") ?? "",
  device: await deviceOf(request),
});

/** The codes in the address by which the sign-in page words the outcome. */
const FAULTS = {
  code: "Code",
  "wrong code": "WrongCode",
  over: "CodeOver",
  refused: "TooManyTries",
  "passwords off": "PasswordsOff",
} as const;

type SignedIn = User & { claims: SessionClaims };

/** A form with a code and no e-mail is the second step; the cookie of the first step names its account. */
async function step(form: Record<string, unknown>, request: Request): Promise<SignIn> {
  const caller = await callerOf(request);
  if (form.email !== undefined || form.code === undefined) return signIn(form, caller);
  const pending = await pendingCookie.read(readCookie(request, pendingCookie.name()));
  return signInByCode(pending, form.code, caller);
}

function userOf(outcome: SignIn): SignedIn | null {
  if (outcome.state === "wrong") return null;
  if (outcome.state !== "in") throw new Error(FAULTS[outcome.state]);
  const { account, claims } = outcome;
  return { id: String(account.id), email: account.email, name: account.name, claims };
}
