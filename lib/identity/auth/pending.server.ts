import "server-only";
import { decode, encode } from "next-auth/jwt";
import { env } from "@/lib/base/env/env.server";
import { sessionSecret, sessionSecrets } from "./tokens.server";

/** How long after the password the code may come. */
const GOOD_FOR_S = 5 * 60;

/** Whose password was right, and which version of their sessions it belongs to; the code is still to come. */
export type Pending = { uid: number; version: number };

/** Another key than that of sessions, so that the one cookie can never be taken for the other. */
const secretOf = (secret: string) => `${secret} the code is still to come`;

/** The cookie in which a browser keeps that the password was right. */
export function pendingCookieName(): string {
  return `${env().LEAFWATCH_URL.startsWith("https:") ? "__Host-" : ""}leafwatch-code`;
}

/** The header that gives a browser that cookie, or takes it away (`null`). */
export async function pendingCookieHeader(pending: Pending | null): Promise<string> {
  const value =
    pending === null
      ? ""
      : await encode({ token: pending, secret: secretOf(sessionSecret()), maxAge: GOOD_FOR_S });
  const secure = env().LEAFWATCH_URL.startsWith("https:") ? "; Secure" : "";
  const age = pending === null ? 0 : GOOD_FOR_S;
  return `${pendingCookieName()}=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`;
}

/** Reads such a cookie; null when it is none of ours, or too old. */
export async function readPending(value: string | undefined): Promise<Pending | null> {
  if (!value) return null;
  for (const secret of sessionSecrets()) {
    const found = await decode({ token: value, secret: secretOf(secret) }).catch(() => null);
    if (typeof found?.uid === "number" && typeof found.version === "number")
      return { uid: found.uid, version: found.version };
  }
  return null;
}
