import "server-only";
import { createHash } from "node:crypto";
import { decode, type JWT } from "next-auth/jwt";
import { sessionSecrets } from "./tokens.server";

/** What our session cookie holds: which session, and whose. */
export type SessionClaims = JWT & { sid?: string; uid?: number };

/** Of so many cookies what they hold is kept: to open one costs as much as all else that says who asks. */
const MOST_KEPT = 2_000;
const opened = new Map<string, SessionClaims>();

/** Reads a session that any key of the ring has signed; null when none has, or when it is over. */
export async function readSession(token: string): Promise<SessionClaims | null> {
  const secrets = sessionSecrets();
  const key = createHash("sha256")
    .update([token, ...secrets].join(" "))
    .digest("base64");
  const known = opened.get(key);
  if (known) return isOver(known) ? null : known;
  for (const secret of secrets) {
    const claims = await decode({ token, secret }).catch(() => null);
    if (claims) return keep(key, claims as SessionClaims);
  }
  return null;
}

const isOver = ({ exp }: SessionClaims) => typeof exp === "number" && exp * 1_000 <= Date.now();

function keep(key: string, claims: SessionClaims): SessionClaims {
  const [oldest] = opened.keys();
  if (opened.size >= MOST_KEPT && oldest !== undefined) opened.delete(oldest);
  opened.set(key, claims);
  return claims;
}
