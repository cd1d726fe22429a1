import "server-only";
import { decode, type JWT } from "next-auth/jwt";
import { sessionSecrets } from "./tokens.server";

/** What our session cookie holds: which session, and whose. */
export type SessionClaims = JWT & { sid?: string; uid?: number };

/** Reads a session that any key of the ring has signed; null when none has, or when it is over. */
export async function readSession(token: string): Promise<SessionClaims | null> {
  for (const secret of sessionSecrets()) {
    const claims = await decode({ token, secret }).catch(() => null);
    if (claims) return claims as SessionClaims;
  }
  return null;
}
