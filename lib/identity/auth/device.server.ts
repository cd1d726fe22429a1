import "server-only";
import { randomBytes } from "node:crypto";
import { decode, encode } from "next-auth/jwt";
import { env } from "@/lib/base/env/env.server";
import { readCookie } from "./screen-cookie.server";
import { sessionSecret, sessionSecrets } from "./tokens.server";

/** As long as browsers let a cookie live; each sign-in renews it. */
const REMEMBERED_S = 400 * 86_400;
/** A tablet in a hall has several people; of more the last ones count. */
const MOST_PEOPLE = 20;

/** A browser that somebody has signed in from: its random id, and the ids of the people who have. */
export type Device = { id: string; people: readonly number[] };

/** Another key than that of sessions, so that the one cookie can never be taken for the other. */
const secretOf = (secret: string) => `${secret} a device is remembered`;

/** The cookie by which a browser is known again. It opens nothing: wrong tries from it are counted by themselves. */
export function deviceCookieName(): string {
  return `${env().LEAFWATCH_URL.startsWith("https:") ? "__Host-" : ""}leafwatch-device`;
}

/** The header that makes a browser a device of a person, besides those who have signed in from it before. */
export async function deviceCookieHeader(device: Device | null, userId: number): Promise<string> {
  const people = [...(device?.people ?? []).filter((id) => id !== userId), userId].slice(-MOST_PEOPLE);
  const token = { device: device?.id ?? randomBytes(18).toString("base64url"), people };
  const value = await encode({ token, secret: secretOf(sessionSecret()), maxAge: REMEMBERED_S });
  const secure = env().LEAFWATCH_URL.startsWith("https:") ? "; Secure" : "";
  return `${deviceCookieName()}=${value}; Path=/; Max-Age=${REMEMBERED_S}; HttpOnly; SameSite=Lax${secure}`;
}

/** The device that a request comes from; null where nobody has signed in from it, or its cookie is none of ours. */
export async function deviceOf(request: Request): Promise<Device | null> {
  const token = readCookie(request, deviceCookieName());
  if (!token) return null;
  for (const secret of sessionSecrets()) {
    const found = await decode({ token, secret: secretOf(secret) }).catch(() => null);
    if (typeof found?.device === "string" && Array.isArray(found.people))
      return { id: found.device, people: found.people.filter((id) => Number.isInteger(id)) };
  }
  return null;
}
