import "server-only";
import { cookies, headers } from "next/headers";
import { cache } from "react";
import type { Role } from "@/lib/base/core/access";
import { AppError } from "@/lib/base/core/errors";
import { processSingleton } from "@/lib/base/core/process-singleton";
import { MINUTE_MS } from "@/lib/base/core/time";
import { withTimeout } from "@/lib/base/core/with-timeout.server";
import { env } from "@/lib/base/env/env.server";
import { peerOf } from "@/lib/base/request/peer.server";
import { SCREEN_MARK, SCREEN_MARK_HEADER, SCREEN_MARK_PARAMETER } from "@/lib/base/request/screen-mark";
import type { Actor } from "@/lib/identity/actor/contract";
import { makeActor } from "@/lib/identity/actor/make-actor.server";
import { readLimits, requireAccess } from "@/lib/identity/actor/rules";
import { readCookie, screenCookieName, screenTokenOf } from "./cookies.server";
import { findSession, touchSession } from "./session-store.server";
import { readSession } from "./sessions.server";
import { hostCookieName, isSecure } from "./sign-in-token.server";
import { findApiToken, findScreen, firstTenancyId, touchApiToken, touchScreen } from "./store.server";
import { hashToken } from "./tokens.server";

const TOUCH_EVERY_MS = MINUTE_MS;
/** How long after the password a second factor can be set up; later the password is asked for again. */
const ENROLMENT_MS = 15 * MINUTE_MS;
/** Lifetime of an accepted token for the metrics while the database cannot confirm it. */
const REMEMBERED_MS = 10 * MINUTE_MS;
/** Prometheus gives up after 10 s: the rest is left for the figures. */
const SCRAPER_CHECK_MS = 3_000;

/** When each scraper's token was last accepted, by its hash; monotonic, so that a changed clock changes no limit. */
const held = processSingleton<{ scrapers: Map<string, number> }>();

/** The name of the session cookie. */
export const sessionCookieName = () => hostCookieName("next-auth.session-token");

/** Its former name over https, in browsers that signed in before: for 30 days at most. */
export const OLD_SESSION_COOKIE = "__Secure-next-auth.session-token";

function sessionIn(read: (name: string) => string | undefined): string | undefined {
  return read(sessionCookieName()) ?? (isSecure() ? read(OLD_SESSION_COOKIE) : undefined);
}

/**
 * The actor behind an API request. A bearer token (of a program or a screen) decides alone; so does the screen's cookie
 * in a request marked as the screen's (screen-mark.ts). Otherwise the person's session counts, then the screen's
 * cookie.
 * @throws AppError `unauthenticated`, which says so if the token has ended
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

function isMarked(request: Request): boolean {
  if (request.headers.get(SCREEN_MARK_HEADER) === SCREEN_MARK) return true;
  return new URL(request.url).searchParams.get(SCREEN_MARK_PARAMETER) === SCREEN_MARK;
}

/** The person behind a page or an action; null without a valid session. Cached per request. Screens do not count. */
export const currentActor = cache(async (): Promise<Actor | null> => {
  const address = peerOf({ headers: await headers() });
  const given = await cookies();
  return actorOfCookie(
    sessionIn((name) => given.get(name)?.value),
    address,
  );
});

/** The screen that a browser is paired as, by its cookie alone. */
export type CurrentScreen =
  | { state: "none" }
  | { state: "revoked"; name: string }
  | { state: "active"; actor: Actor };

/** The screen behind a page of the wall, even when somebody is signed in too. Cached per request. */
export const currentScreen = cache(async (): Promise<CurrentScreen> => {
  const token = (await cookies()).get(screenCookieName())?.value;
  return token ? screenOfToken(token) : { state: "none" };
});

/** The screen of a token. */
export function screenOfToken(token: string): Promise<CurrentScreen> {
  return screenOfHash(hashToken(token), null);
}

async function screenOfHash(tokenHash: string, address: string | null): Promise<CurrentScreen> {
  const found = await findScreen(tokenHash);
  if (!found) return { state: "none" };
  const { id, name, revokedAt } = found;
  if (revokedAt) return { state: "revoked", name };
  if (isOld(found.lastSeenAt)) await touchScreen(id);
  const tenancyId = found.tenancyId ?? (await firstTenancyId()) ?? -1;
  const actor = makeActor({ kind: "screen", id, name, role: "screen", tenancyId, address });
  return { state: "active", actor };
}

async function actorOfCookie(value: string | undefined, address: string): Promise<Actor | null> {
  const found = await sessionOfCookie(value);
  if (!found || lacksSecondFactor(found)) return null;
  const { sid } = found;
  if (isOld(found.lastSeenAt) || found.address !== address) await touchSession(sid, address);
  const { id, name, role } = found;
  const areas = readLimits(found);
  return makeActor({ kind: "user", id, name, role, tenancyId: null, address, session: sid, areas });
}

async function sessionOfCookie(value: string | undefined) {
  if (!value) return null;
  const { sid, uid } = (await readSession(value)) ?? {};
  if (typeof sid !== "string" || typeof uid !== "number") return null;
  const found = await findSession(sid, uid);
  return found && { ...found, sid };
}

type Session = NonNullable<Awaited<ReturnType<typeof sessionOfCookie>>>;

/** Returns true if the person has to set up a second factor before anything else. A provider has its own. */
function lacksSecondFactor({ role, hasSecondFactor, singleSignOn }: Session): boolean {
  return !hasSecondFactor && !singleSignOn && needsSecondFactor(role);
}

/** Returns true if LEAFWATCH_SECOND_FACTOR requires two factors of a role. */
export function needsSecondFactor(role: Role): boolean {
  const { LEAFWATCH_SECOND_FACTOR: who } = env();
  return who === "all" || (who === "admins" && role === "admin");
}

/**
 * The person who has just given their password and has to set up a second factor; null for anybody else. They may do
 * nothing but that. Cached per request.
 */
export const currentEnrolment = cache(async (): Promise<Actor | null> => {
  const given = await cookies();
  const found = await sessionOfCookie(sessionIn((name) => given.get(name)?.value));
  if (!found || !lacksSecondFactor(found) || Date.now() - found.createdAt.getTime() > ENROLMENT_MS)
    return null;
  const { id, name, sid } = found;
  const address = peerOf({ headers: await headers() });
  return makeActor({
    kind: "user",
    id,
    name,
    role: "viewer",
    tenancyId: null,
    address,
    session: sid,
    areas: [],
  });
});

/** The hash of the token in the header `Authorization`; null without one. */
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
  const { id, name, role, expiresAt } = found;
  if (expiresAt && expiresAt.getTime() <= Date.now())
    throw new AppError(
      "unauthenticated",
      `The token ${name} ended at ${expiresAt.toISOString()}. Ask an admin for a new one.`,
    );
  if (isOld(found.lastUsedAt)) await touchApiToken(id);
  return makeActor({ kind: "token", id, name, role, tenancyId: null, address, areas: readLimits(found) });
}

async function actorOfScreen(tokenHash: string, address: string): Promise<Actor | null> {
  const screen = await screenOfHash(tokenHash, address);
  return screen.state === "active" ? screen.actor : null;
}

const isOld = (at: Date | null) => at === null || Math.abs(Date.now() - at.getTime()) > TOUCH_EVERY_MS;

/**
 * Requires an admin for the metrics. They matter most while the database is down, so a token that was accepted within
 * ten minutes suffices then; otherwise the database decides.
 * @param canAsk the database answers now
 * @throws AppError `unauthenticated`, `forbidden`; `unavailable` when the token cannot be checked
 */
export async function requireScraper(request: Request, canAsk: boolean): Promise<void> {
  held.scrapers ??= new Map();
  const { scrapers } = held;
  const hash = bearerHash(request.headers.get("authorization"));
  const acceptedAt = hash === null ? undefined : scrapers.get(hash);
  const isRemembered = acceptedAt !== undefined && performance.now() - acceptedAt < REMEMBERED_MS;
  if (!canAsk && isRemembered) return;
  try {
    requireAccess(await withTimeout(authenticate(request), SCRAPER_CHECK_MS), "admin");
  } catch (error) {
    if (!(error instanceof AppError)) {
      if (isRemembered) return;
      throw uncheckedError(error);
    }
    if (hash !== null) scrapers.delete(hash);
    throw error;
  }
  if (hash !== null) scrapers.set(hash, performance.now());
}

function uncheckedError(cause: unknown): AppError {
  return new AppError(
    "unavailable",
    "The database is out of reach or slow, so that nobody can be recognised. A request from the machine itself needs no token.",
    { cause },
  );
}
