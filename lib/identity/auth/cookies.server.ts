import "server-only";
import { randomBytes } from "node:crypto";
import { decode, encode, type JWT } from "next-auth/jwt";
import { env } from "@/lib/base/env/env.server";
import { sessionSecret, sessionSecrets } from "./tokens.server";

/** The longest lifetime that browsers allow; each report of a screen and each sign-in renews it. */
const LONGEST_S = 400 * 86_400;
/** How long after the password the code may come. */
const PENDING_S = 5 * 60;
/** People remembered for one device, such as a shared tablet; the last to sign in are kept. */
const MAX_PEOPLE = 20;

/** A browser that somebody has signed in from: its random id, and the ids of those people. */
export type Device = { id: string; people: readonly number[] };

/** The account whose password was right, with the version of its sessions; the code is still to come. */
export type Pending = { uid: number; version: number };

/** Reads a cookie of a request; undefined where it is missing, empty or wrongly encoded. */
export function readCookie(request: Request, name: string): string | undefined {
  const pairs = request.headers.get("cookie")?.split(/;\s*/) ?? [];
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  try {
    return value === undefined ? undefined : decodeURIComponent(value) || undefined;
  } catch {
    return undefined;
  }
}

/** The value of `Set-Cookie` for a cookie that scripts cannot read. A `maxAge` of 0 deletes it. */
export function setCookie(name: string, value: string, maxAge: number, path = "/"): string {
  const secure = isSecure() ? "; Secure" : "";
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

/** Whether people reach Leafwatch over https. */
export function isSecure(): boolean {
  return env().LEAFWATCH_URL.startsWith("https:");
}

/**
 * A cookie name that binds the cookie to this host over https, so that no neighbour under the same domain can plant one.
 */
export function hostCookieName(name: string): string {
  return isSecure() ? `__Host-${name}` : name;
}

/** The cookie with a screen's token. */
export const screenCookieName = () => hostCookieName("leafwatch-screen");

/** The header that gives a browser its token as a screen, or renews it. */
export function screenCookieHeader(token: string): string {
  return setCookie(screenCookieName(), encodeURIComponent(token), LONGEST_S);
}

/** The screen's token in the cookie of a request. */
export function screenTokenOf(request: Request): string | undefined {
  return readCookie(request, screenCookieName());
}

/** The cookie that recognises a browser. It grants nothing: wrong tries from the browser are counted separately. */
export const deviceCookieName = () => hostCookieName("leafwatch-device");

/** The header that makes a browser a device of a person, besides those who have signed in from it before. */
export async function deviceCookieHeader(device: Device | null, userId: number): Promise<string> {
  const people = [...(device?.people ?? []).filter((id) => id !== userId), userId].slice(-MAX_PEOPLE);
  const token = { device: device?.id ?? randomBytes(18).toString("base64url"), people };
  const value = await encode({ token, secret: deviceSecret(sessionSecret()), maxAge: LONGEST_S });
  return setCookie(deviceCookieName(), value, LONGEST_S);
}

/** The device that a request comes from; null where nobody has signed in from it, or the cookie is not ours. */
export async function deviceOf(request: Request): Promise<Device | null> {
  const found = await decodeWith(deviceSecret, readCookie(request, deviceCookieName()));
  if (typeof found?.device !== "string" || !Array.isArray(found.people)) return null;
  return { id: found.device, people: found.people.filter((id) => Number.isInteger(id)) };
}

/** The cookie by which a browser remembers that the password was right. */
export const pendingCookieName = () => hostCookieName("leafwatch-code");

/** The header that sets that cookie, or deletes it (`null`). */
export async function pendingCookieHeader(pending: Pending | null): Promise<string> {
  if (pending === null) return setCookie(pendingCookieName(), "", 0);
  const value = await encode({ token: pending, secret: pendingSecret(sessionSecret()), maxAge: PENDING_S });
  return setCookie(pendingCookieName(), value, PENDING_S);
}

/** Reads such a cookie; null when it is not ours, or too old. */
export async function readPending(value: string | undefined): Promise<Pending | null> {
  const found = await decodeWith(pendingSecret, value);
  if (typeof found?.uid !== "number" || typeof found.version !== "number") return null;
  return { uid: found.uid, version: found.version };
}

// Keys of their own, so that neither cookie can be taken for the other, nor for a session.
const deviceSecret = (secret: string) => `${secret} a device is remembered`;
const pendingSecret = (secret: string) => `${secret} the code is still to come`;

async function decodeWith(
  derive: (secret: string) => string,
  token: string | undefined,
): Promise<JWT | null> {
  if (!token) return null;
  for (const secret of sessionSecrets()) {
    const found = await decode({ token, secret: derive(secret) }).catch(() => null);
    if (found) return found;
  }
  return null;
}
