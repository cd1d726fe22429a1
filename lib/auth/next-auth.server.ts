import "server-only";
import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { peerOf } from "@/lib/http/peer.server";
import { checkCredentials } from "./service.server";
import { findAccount } from "./store.server";
import { sessionSecret } from "./tokens.server";

const THIRTY_DAYS = 30 * 24 * 3600;

/** What our session cookie holds: who, and which version of the account's sessions. */
export type SessionClaims = { uid?: number; version?: number };

/** Options of the sign-in endpoint; made at each request, because the environment is read late. */
export function authOptions(): NextAuthOptions {
  return {
    secret: sessionSecret(),
    session: { strategy: "jwt", maxAge: THIRTY_DAYS },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    providers: [
      CredentialsProvider({
        credentials: { email: { type: "email" }, password: { type: "password" } },
        async authorize(credentials, request) {
          if (!credentials?.email || !credentials.password) return null;
          const address = peerOf({ headers: request.headers ?? {} });
          const account = await checkCredentials(credentials.email, credentials.password, address);
          return account && { id: String(account.id), email: account.email, name: account.name };
        },
      }),
    ],
    callbacks: {
      async jwt({ token, user }) {
        if (!user) return token;
        const account = await findAccount(Number(user.id));
        return { ...token, uid: account?.id, version: account?.sessionVersion };
      },
    },
    logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
  };
}
