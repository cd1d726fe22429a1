import "server-only";
import { cookies } from "next/headers";
import { decode } from "next-auth/jwt";
import { cache } from "react";
import { AppError } from "@/lib/core/errors";
import { env } from "@/lib/env/env.server";
import type { Actor } from "./contract";
import { makeActor } from "./make-actor.server";
import type { SessionClaims } from "./next-auth.server";
import {
  findAccount,
  findApiToken,
  findScreen,
  firstTenancyId,
  touchApiToken,
  touchScreen,
} from "./store.server";
import { hashToken, sessionSecret } from "./tokens.server";

const TOUCH_EVERY_MS = 60_000;

/** The name of the session cookie as next-auth gives it: with a prefix where people come over https. */
export function sessionCookieName(): string {
  return `${env().LEAFWATCH_URL.startsWith("https:") ? "__Secure-" : ""}next-auth.session-token`;
}

/**
 * Who sends an API request: by bearer token (of a program or a screen), else by session cookie.
 * @throws AppError `unauthenticated`
 */
export async function authenticate(request: Request): Promise<Actor> {
  const authorization = request.headers.get("authorization");
  const actor =
    authorization === null ? await actorOfCookie(cookieOf(request)) : await actorOfBearer(authorization);
  if (!actor)
    throw new AppError("unauthenticated", "Sign in, or send a valid token as Authorization: Bearer.");
  return actor;
}

/** Who looks at a page or calls an action; null without a valid session. Once a request. */
export const currentActor = cache(async (): Promise<Actor | null> => {
  return actorOfCookie((await cookies()).get(sessionCookieName())?.value);
});

function cookieOf(request: Request): string | undefined {
  const name = `${sessionCookieName()}=`;
  const pairs = request.headers.get("cookie")?.split(/;\s*/) ?? [];
  return pairs.find((pair) => pair.startsWith(name))?.slice(name.length);
}

async function actorOfCookie(value: string | undefined): Promise<Actor | null> {
  if (!value) return null;
  const claims = (await decode({ token: value, secret: sessionSecret() }).catch(
    () => null,
  )) as SessionClaims | null;
  if (typeof claims?.uid !== "number") return null;
  const account = await findAccount(claims.uid);
  if (!account || account.disabledAt || account.sessionVersion !== claims.version) return null;
  return makeActor({ kind: "user", id: account.id, name: account.name, role: account.role, tenancyId: null });
}

async function actorOfBearer(authorization: string): Promise<Actor | null> {
  const token = /^Bearer\s+(\S+)$/i.exec(authorization)?.[1];
  if (!token) return null;
  const tokenHash = hashToken(token);
  return (await actorOfApiToken(tokenHash)) ?? (await actorOfScreen(tokenHash));
}

async function actorOfApiToken(tokenHash: string): Promise<Actor | null> {
  const found = await findApiToken(tokenHash);
  if (!found) return null;
  if (isOld(found.lastUsedAt)) await touchApiToken(found.id);
  return makeActor({ kind: "token", id: found.id, name: found.name, role: found.role, tenancyId: null });
}

async function actorOfScreen(tokenHash: string): Promise<Actor | null> {
  const found = await findScreen(tokenHash);
  if (!found) return null;
  if (isOld(found.lastSeenAt)) await touchScreen(found.id);
  const tenancyId = found.tenancyId ?? (await firstTenancyId()) ?? -1;
  return makeActor({ kind: "screen", id: found.id, name: found.name, role: "screen", tenancyId });
}

const isOld = (at: Date | null) => at === null || Date.now() - at.getTime() > TOUCH_EVERY_MS;
