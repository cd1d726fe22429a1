import "server-only";
import type { NextAuthOptions, User } from "next-auth";
import { encode } from "next-auth/jwt";
import CredentialsProvider from "next-auth/providers/credentials";
import { expectedOf } from "@/lib/http/expected.server";
import { peerOf } from "@/lib/http/peer.server";
import { localPath } from "./local-path";
import { type Pending, pendingCookieName, readPending } from "./pending.server";
import { readCookie } from "./screen-cookie.server";
import { publicHost } from "./service.server";
import type { Place } from "./session-store.server";
import { readSession, type SessionClaims } from "./session-token.server";
import { endSession, SESSION_DAYS } from "./sessions.server";
import { type SignIn, signIn, signInByCode } from "./sign-in.server";
import { secretOfSignInToken, signInTokenCookie } from "./sign-in-token.server";
import { sessionSecret } from "./tokens.server";

/**
 * Options of the sign-in endpoint for one request; made late, because the environment is read late and keys change.
 * @param keep is told what the browser has to keep until the code comes; null: nothing any more
 */
export function authOptions(request: Request, keep: (pending: Pending | null) => void): NextAuthOptions {
  return {
    // The form may have been handed out before the keys were rotated.
    secret: secretOfSignInToken(readCookie(request, signInTokenCookie().name)) ?? sessionSecret(),
    jwt: {
      encode: (params) => encode({ ...params, secret: sessionSecret() }),
      decode: ({ token }) => (token ? readSession(token) : null),
    },
    session: { strategy: "jwt", maxAge: SESSION_DAYS * 86_400 },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    providers: [
      CredentialsProvider({
        credentials: { email: { type: "email" }, password: { type: "password" } },
        authorize: async (credentials) => userOf(await tried(step(credentials ?? {}, request)), keep),
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

const placeOf = (request: Request): Place => ({
  address: peerOf(request),
  browser: request.headers.get("user-agent") ?? "",
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
  if (form.email !== undefined || form.code === undefined) return signIn(form, placeOf(request));
  return signInByCode(
    await readPending(readCookie(request, pendingCookieName())),
    form.code,
    placeOf(request),
  );
}

function userOf(outcome: SignIn, keep: (pending: Pending | null) => void): SignedIn | null {
  if (outcome.state === "code") keep(outcome.pending);
  if (outcome.state === "wrong") return null;
  if (outcome.state !== "in") throw new Error(FAULTS[outcome.state]);
  keep(null);
  const { account, claims } = outcome;
  return { id: String(account.id), email: account.email, name: account.name, claims };
}
