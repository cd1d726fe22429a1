import "server-only";
import { randomBytes } from "node:crypto";
import { transaction } from "@/lib/base/db/transaction.server";
import { deleteSessions, insertSession, type Place } from "./session-store.server";
import type { SessionClaims } from "./session-token.server";
import type { Account } from "./store.server";

/** A session ends after so many days, however often it is used. */
export const SESSION_DAYS = 30;

/** What the cookie of a new session holds. */
export type NewClaims = { sid: string; uid: number };

/**
 * Begins a session of an account whose sign-in was found right.
 * @returns the claims for its cookie; null when the account was disabled or changed while it was judged
 */
export async function beginSession(account: Account, place: Place): Promise<NewClaims | null> {
  const claims = {
    sid: randomBytes(18).toString("base64url"),
    uid: account.id,
  };
  const browser = place.browser.slice(0, 300);
  const kept = await insertSession({
    id: claims.sid,
    userId: claims.uid,
    version: account.sessionVersion,
    days: SESSION_DAYS,
    address: place.address,
    browser,
  });
  return kept ? claims : null;
}

/** Ends the session that a cookie names: its copies are worth nothing afterwards. */
export async function endSession({ sid, uid }: SessionClaims): Promise<void> {
  if (typeof sid !== "string" || typeof uid !== "number") return;
  await transaction((tx) => deleteSessions(tx, uid, { only: sid }));
}
