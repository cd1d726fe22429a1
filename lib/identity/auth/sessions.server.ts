import "server-only";
import { createHash } from "node:crypto";
import { decode, type JWT } from "next-auth/jwt";
import { transaction } from "@/lib/base/db/transaction.server";
import { deleteSessions, insertSession, type Place } from "./session-store.server";
import { recordSignOut } from "./sign-in-audit.server";
import { type Account, findAccount } from "./store.server";
import { newId, sessionSecrets } from "./tokens.server";

/** Lifetime of a session, however often it is used. */
export const SESSION_DAYS = 30;

/** The claims in the cookie of a new session. */
export type NewClaims = { sid: string; uid: number };

/** The claims in our session cookie: the session and its account. */
export type SessionClaims = JWT & { sid?: string; uid?: number };

/** Opened cookies are kept: decoding one costs as much as the rest of authentication. */
const MAX_OPENED = 2_000;
const opened = new Map<string, SessionClaims>();

/**
 * Begins a session after a successful sign-in.
 * @param singleSignOn true if the provider has checked the person
 * @returns the claims for its cookie; null when the account was disabled or changed in the meantime
 */
export async function beginSession(
  account: Account,
  place: Place,
  singleSignOn = false,
): Promise<NewClaims | null> {
  const claims = { sid: newId(), uid: account.id };
  const kept = await insertSession({
    id: claims.sid,
    userId: claims.uid,
    version: account.sessionVersion,
    days: SESSION_DAYS,
    address: place.address,
    browser: place.browser.slice(0, 300),
    singleSignOn,
  });
  return kept ? claims : null;
}

/**
 * Ends the session that a cookie names, so that copies of the cookie are void too.
 * @param address of the client, for the audit
 */
export async function endSession({ sid, uid }: SessionClaims, address: string | null = null): Promise<void> {
  if (typeof sid !== "string" || typeof uid !== "number") return;
  const ended = await transaction((tx) => deleteSessions(tx, uid, { only: sid }));
  const account = ended > 0 ? await findAccount({ id: uid }) : null;
  if (account) await recordSignOut(account, address);
}

/** Reads a session signed by any key of the ring; null when none fits, or when it has expired. */
export async function readSession(token: string): Promise<SessionClaims | null> {
  const secrets = sessionSecrets();
  const key = createHash("sha256")
    .update([token, ...secrets].join(" "))
    .digest("base64");
  const known = opened.get(key);
  if (known) return isExpired(known) ? null : known;
  for (const secret of secrets) {
    const claims = await decode({ token, secret }).catch(() => null);
    if (claims) return remember(key, claims as SessionClaims);
  }
  return null;
}

const isExpired = ({ exp }: SessionClaims) => typeof exp === "number" && exp * 1_000 <= Date.now();

function remember(key: string, claims: SessionClaims): SessionClaims {
  const [oldest] = opened.keys();
  if (opened.size >= MAX_OPENED && oldest !== undefined) opened.delete(oldest);
  opened.set(key, claims);
  return claims;
}
