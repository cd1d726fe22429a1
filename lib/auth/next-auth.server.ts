import "server-only";
import type { NextAuthOptions } from "next-auth";
import { encode } from "next-auth/jwt";
import CredentialsProvider from "next-auth/providers/credentials";
import { expectedOf } from "@/lib/http/expected.server";
import { peerOf } from "@/lib/http/peer.server";
import { localPath } from "./local-path";
import { readCookie } from "./screen-cookie.server";
import { publicHost } from "./service.server";
import { readSession } from "./session-token.server";
import { checkCredentials, type SignIn } from "./sign-in.server";
import { secretOfSignInToken, signInTokenCookie } from "./sign-in-token.server";
import { findAccount } from "./store.server";
import { sessionSecret } from "./tokens.server";

const THIRTY_DAYS = 30 * 24 * 3600;

/** Options of the sign-in endpoint for one request; made late, because the environment is read late and keys change. */
export function authOptions(request: Request): NextAuthOptions {
  return {
    // The form may have been handed out before the keys were rotated.
    secret: secretOfSignInToken(readCookie(request, signInTokenCookie().name)) ?? sessionSecret(),
    jwt: {
      encode: (params) => encode({ ...params, secret: sessionSecret() }),
      decode: ({ token }) => (token ? readSession(token) : null),
    },
    session: { strategy: "jwt", maxAge: THIRTY_DAYS },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    providers: [
      CredentialsProvider({
        credentials: { email: { type: "email" }, password: { type: "password" } },
        authorize: async (credentials) =>
          userOf(await tried(checkCredentials(credentials ?? {}, peerOf(request)))),
      }),
    ],
    callbacks: {
      async jwt({ token, user }) {
        if (!user) return token;
        const account = await findAccount(Number(user.id));
        return { ...token, uid: account?.id, version: account?.sessionVersion };
      },
      redirect: ({ url, baseUrl }) => new URL(baseUrl).origin + localPath(url, publicHost()),
    },
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

function userOf(outcome: SignIn) {
  if (outcome.state === "refused") throw new Error("TooManyTries");
  if (outcome.state === "wrong") return null;
  const { id, email, name } = outcome.account;
  return { id: String(id), email, name };
}
