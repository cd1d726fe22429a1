import "server-only";
import { decode, encode, type JWT } from "next-auth/jwt";
import { z } from "zod";
import { hostCookieName, isSecure } from "./sign-in-token.server";
import { newId, sessionSecret, sessionSecrets } from "./tokens.server";

/** The longest lifetime that browsers allow; each report of a screen and each sign-in renews it. */
const LONGEST_S = 400 * 86_400;
/** People remembered for one device, such as a shared tablet; the last to sign in are kept. */
const MAX_PEOPLE = 20;

/** A browser that somebody has signed in from: its random id, and the ids of those people. */
export type Device = { id: string; people: readonly number[] };

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

type SealedCookie<T> = {
  name: () => string;
  /** Derives a key of its own, so that no cookie can be taken for another, nor for a session. */
  purpose: string;
  seconds: number;
  content: z.ZodType<T>;
  path?: string;
};

/** A cookie whose content only this program can write and read, until its end. */
function sealedCookie<T extends JWT>({ name, purpose, seconds, content, path }: SealedCookie<T>) {
  const key = (secret: string) => `${secret} ${purpose}`;
  return {
    name,
    /** The value of `Set-Cookie` that sets the cookie, or deletes it (null). */
    async header(value: T | null): Promise<string> {
      if (value === null) return setCookie(name(), "", 0, path);
      const token = await encode({ token: value, secret: key(sessionSecret()), maxAge: seconds });
      return setCookie(name(), token, seconds, path);
    },
    /** Reads the value of the cookie, made with any key of the ring; null if it is not ours, or too old. */
    async read(token: string | undefined): Promise<T | null> {
      if (!token) return null;
      for (const secret of sessionSecrets()) {
        const found = await decode({ token, secret: key(secret) }).catch(() => null);
        if (found) return content.safeParse(found).data ?? null;
      }
      return null;
    },
  };
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
const deviceCookie = sealedCookie({
  name: () => hostCookieName("leafwatch-device"),
  purpose: "a device is remembered",
  seconds: LONGEST_S,
  content: z.object({ device: z.string(), people: z.array(z.int()) }),
});

/** The header that makes a browser a device of a person, besides those who have signed in from it before. */
export function deviceCookieHeader(device: Device | null, userId: number): Promise<string> {
  const people = [...(device?.people ?? []).filter((id) => id !== userId), userId].slice(-MAX_PEOPLE);
  return deviceCookie.header({ device: device?.id ?? newId(), people });
}

/** The device that a request comes from; null where nobody has signed in from it, or the cookie is not ours. */
export async function deviceOf(request: Request): Promise<Device | null> {
  const found = await deviceCookie.read(readCookie(request, deviceCookie.name()));
  return found && { id: found.device, people: found.people };
}

const pendingSchema = z.object({ uid: z.number(), version: z.number() });
/** The account whose password was right, with the version of its sessions; the code is still to come. */
export type Pending = z.output<typeof pendingSchema>;

/** The cookie by which a browser remembers that the password was right. */
export const pendingCookie = sealedCookie({
  name: () => hostCookieName("leafwatch-code"),
  purpose: "the code is still to come",
  seconds: 5 * 60,
  content: pendingSchema,
});

const waySchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The path to go on to. */
  next: z.string(),
});
/** The facts that bind the way to the provider of the single sign-on and back to one browser. */
export type Way = z.output<typeof waySchema>;

/** The cookie that a browser carries to that provider and back. */
export const wayCookie = sealedCookie({
  name: () => `${isSecure() ? "__Secure-" : ""}leafwatch-oidc`,
  purpose: "single sign-on",
  seconds: 10 * 60,
  content: waySchema,
  path: "/api/auth/oidc",
});
