import "server-only";
import { cookies, headers } from "next/headers";
import { cache } from "react";
import { AppError } from "@/lib/base/core/errors";
import { env } from "@/lib/base/env/env.server";
import { peerOf } from "@/lib/base/request/peer.server";
import { SCREEN_MARK, SCREEN_MARK_HEADER, SCREEN_MARK_PARAMETER } from "@/lib/base/request/screen-mark";
import type { Actor } from "@/lib/identity/actor/contract";
import { makeActor } from "@/lib/identity/actor/make-actor.server";
import { readLimits } from "@/lib/identity/actor/rules";
import { readCookie, screenCookieName, screenTokenOf } from "./screen-cookie.server";
import { findSession, touchSession } from "./session-store.server";
import { readSession } from "./session-token.server";
import {
  findApiToken,
  findScreen,
  firstTenancyId,
  type ScreenFacts,
  touchApiToken,
  touchScreen,
} from "./store.server";
import { hashToken } from "./tokens.server";

const TOUCH_EVERY_MS = 60_000;

/** The name of the session cookie: where people come over https it is bound to this host. */
export function sessionCookieName(): string {
  return `${isSecure() ? "__Host-" : ""}next-auth.session-token`;
}

/** The name that it had over https before, in browsers that are signed in since then: for 30 days at most. */
export const OLD_SESSION_COOKIE = "__Secure-next-auth.session-token";

const isSecure = () => env().LEAFWATCH_URL.startsWith("https:");

/** The session among cookies; a browser that was signed in before an upgrade has it under the older name. */
function sessionIn(read: (name: string) => string | undefined): string | undefined {
  return read(sessionCookieName()) ?? (isSecure() ? read(OLD_SESSION_COOKIE) : undefined);
}

/**
 * Who sends an API request. A bearer token (of a program or a screen) stands alone; so does the screen's cookie of a
 * request that is marked as the screen's (screen-mark.ts). Else the person's session counts, and without one the
 * screen's cookie.
 * @throws AppError `unauthenticated`
 */
export async function authenticate(request: Request): Promise<Actor> {
  const authorization = request.headers.get("authorization");
  const address = peerOf(request);
  const actor =
    authorization === null
      ? await actorOfCookies(request, address)
      : await actorOfBearer(authorization, address);
  if (!actor)
    throw new AppError("unauthenticated", "Sign in, or send a valid token as Authorization: Bearer.");
  return actor;
}

async function actorOfCookies(request: Request, address: string): Promise<Actor | null> {
  const cookie = isMarked(request) ? undefined : sessionIn((name) => readCookie(request, name));
  const person = await actorOfCookie(cookie, address);
  const token = screenTokenOf(request);
  return person ?? (token === undefined ? null : await actorOfScreen(hashToken(token), address));
}

/** Whether a request says that it is the screen's. */
function isMarked(request: Request): boolean {
  if (request.headers.get(SCREEN_MARK_HEADER) === SCREEN_MARK) return true;
  return new URL(request.url).searchParams.get(SCREEN_MARK_PARAMETER) === SCREEN_MARK;
}

/** Who looks at a page or calls an action; null without a valid session. Once a request. A screen is nobody here. */
export const currentActor = cache(async (): Promise<Actor | null> => {
  const address = peerOf({ headers: await headers() });
  const given = await cookies();
  return actorOfCookie(
    sessionIn((name) => given.get(name)?.value),
    address,
  );
});

/** The screen that a browser is, by its cookie alone; `revoked` when it was one. For the pages of the wall. */
export type CurrentScreen =
  | { state: "none" }
  | { state: "revoked"; name: string }
  | { state: "active"; actor: Actor };

/** Which screen looks at a page of the wall, whoever may be signed in besides. Once a request. */
export const currentScreen = cache(async (): Promise<CurrentScreen> => {
  const token = (await cookies()).get(screenCookieName())?.value;
  return token ? screenOfToken(token) : { state: "none" };
});

/** The screen of a token. */
export async function screenOfToken(token: string): Promise<CurrentScreen> {
  const found = await findScreen(hashToken(token));
  if (!found) return { state: "none" };
  if (found.revokedAt) return { state: "revoked", name: found.name };
  return { state: "active", actor: await actorOf(found, null) };
}

async function actorOfCookie(value: string | undefined, address: string): Promise<Actor | null> {
  if (!value) return null;
  const { sid, uid } = (await readSession(value)) ?? {};
  if (typeof sid !== "string" || typeof uid !== "number") return null;
  const found = await findSession(sid, uid);
  if (!found) return null;
  if (isOld(found.lastSeenAt) || found.address !== address) await touchSession(sid, address);
  const { id, name, role } = found;
  const areas = readLimits(found);
  return makeActor({ kind: "user", id, name, role, tenancyId: null, address, session: sid, areas });
}

/** The hash of the token in the header `Authorization`; null where there is none. */
export function bearerHash(authorization: string | null): string | null {
  const token = /^Bearer\s+(\S+)$/i.exec(authorization ?? "")?.[1];
  return token ? hashToken(token) : null;
}

async function actorOfBearer(authorization: string, address: string): Promise<Actor | null> {
  const tokenHash = bearerHash(authorization);
  if (tokenHash === null) return null;
  return (await actorOfApiToken(tokenHash, address)) ?? (await actorOfScreen(tokenHash, address));
}

async function actorOfApiToken(tokenHash: string, address: string): Promise<Actor | null> {
  const found = await findApiToken(tokenHash);
  if (!found) return null;
  if (isOld(found.lastUsedAt)) await touchApiToken(found.id);
  const { id, name, role } = found;
  return makeActor({ kind: "token", id, name, role, tenancyId: null, address });
}

async function actorOfScreen(tokenHash: string, address: string): Promise<Actor | null> {
  const found = await findScreen(tokenHash);
  return found && found.revokedAt === null ? actorOf(found, address) : null;
}

async function actorOf(screen: ScreenFacts, address: string | null): Promise<Actor> {
  const { id, name } = screen;
  if (isOld(screen.lastSeenAt)) await touchScreen(id);
  const tenancyId = screen.tenancyId ?? (await firstTenancyId()) ?? -1;
  return makeActor({ kind: "screen", id, name, role: "screen", tenancyId, address });
}

const isOld = (at: Date | null) => at === null || Math.abs(Date.now() - at.getTime()) > TOUCH_EVERY_MS;
