import "server-only";
import type { NextAuthOptions, User } from "next-auth";
import { encode } from "next-auth/jwt";
import CredentialsProvider from "next-auth/providers/credentials";
import { expectedOf } from "@/lib/base/request/expected.server";
import { peerOf } from "@/lib/base/request/peer.server";
import { deviceOf, pendingCookieName, readCookie, readPending } from "./cookies.server";
import { sessionCookieName } from "./guard.server";
import { localPath } from "./local-path";
import { publicHost } from "./service.server";
import { endSession, readSession, SESSION_DAYS, type SessionClaims } from "./sessions.server";
import { type Caller, type SignIn, signIn, signInByCode } from "./sign-in.server";
import { secretOfSignInToken, signInTokenCookie } from "./sign-in-token.server";
import { sessionSecret } from "./tokens.server";

/**
 * Options of the sign-in endpoint for one request; made late, because the environment is read late and keys change.
 * @param told hears how a try to sign in ended
 */
export function authOptions(request: Request, told: (outcome: SignIn) => void): NextAuthOptions {
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
          const outcome = await tried(step(credentials ?? {}, request));
          told(outcome);
          return userOf(outcome);
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => ({ ...token, ...(user as SignedIn | undefined)?.claims }),
      redirect: ({ url, baseUrl }) => new URL(baseUrl).origin + localPath(url, publicHost()),
    },
    events: { signOut: ({ token }) => endSession((token ?? {}) as SessionClaims) },
    logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
  };
}

/** The message of an error stands in the address that next-auth leads to: it must be a word of ours. */
async function tried(outcome: Promise<SignIn>): Promise<SignIn> {
  try {
    return await outcome;
  } catch (error) {
    expectedOf(error, "the sign-in");
    throw new Error("Unavailable");
  }
}

/** Whom a request comes from. */
export const callerOf = async (request: Request): Promise<Caller> => ({
  address: peerOf(request),
  browser: request.headers.get("user-agent") ?? "",
  device: await deviceOf(request),
});

/** The words in the address that the sign-in page tells the outcome by. */
const FAULTS = {
  code: "Code",
  "wrong code": "WrongCode",
  over: "CodeOver",
  refused: "TooManyTries",
} as const;

type SignedIn = User & { claims: SessionClaims };

/** A form with a code and no e-mail is the second step; which account it is for stands in the cookie of the first. */
async function step(form: Record<string, unknown>, request: Request): Promise<SignIn> {
  const caller = await callerOf(request);
  if (form.email !== undefined || form.code === undefined) return signIn(form, caller);
  return signInByCode(await readPending(readCookie(request, pendingCookieName())), form.code, caller);
}

function userOf(outcome: SignIn): SignedIn | null {
  if (outcome.state === "wrong") return null;
  if (outcome.state !== "in") throw new Error(FAULTS[outcome.state]);
  const { account, claims } = outcome;
  return { id: String(account.id), email: account.email, name: account.name, claims };
}
