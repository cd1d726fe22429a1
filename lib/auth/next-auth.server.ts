import "server-only";
import type { NextAuthOptions, User } from "next-auth";
import { encode } from "next-auth/jwt";
import CredentialsProvider from "next-auth/providers/credentials";
import { expectedOf } from "@/lib/http/expected.server";
import { peerOf } from "@/lib/http/peer.server";
import { localPath } from "./local-path";
import { readCookie } from "./screen-cookie.server";
import { publicHost } from "./service.server";
import type { Place } from "./session-store.server";
import { readSession, type SessionClaims } from "./session-token.server";
import { endSession, SESSION_DAYS } from "./sessions.server";
import { type SignIn, signIn } from "./sign-in.server";
import { secretOfSignInToken, signInTokenCookie } from "./sign-in-token.server";
import { sessionSecret } from "./tokens.server";

/** Options of the sign-in endpoint for one request; made late, because the environment is read late and keys change. */
export function authOptions(request: Request): NextAuthOptions {
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
        authorize: async (credentials) => userOf(await tried(signIn(credentials ?? {}, placeOf(request)))),
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

type SignedIn = User & { claims: SessionClaims };

function userOf(outcome: SignIn): SignedIn | null {
  if (outcome.state === "refused") throw new Error("TooManyTries");
  if (outcome.state === "wrong") return null;
  const { account, claims } = outcome;
  return { id: String(account.id), email: account.email, name: account.name, claims };
}
