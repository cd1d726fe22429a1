import { afterEach, beforeEach, expect, test, vi } from "vitest";

const ME = 7;
let reload: ReturnType<typeof vi.fn>;
let session: typeof import("./session");

beforeEach(async () => {
  reload = vi.fn();
  vi.stubGlobal("window", Object.assign(new EventTarget(), { location: { reload } }));
  vi.resetModules();
  session = await import("./session");
});
afterEach(() => vi.unstubAllGlobals());

const answers = (status: number, body: unknown = { detail: "no" }) =>
  vi.stubGlobal("fetch", async () => Response.json(body, { status }));

test("notifies of the end and the return of the session", async () => {
  const heard = vi.fn();
  session.onSession(heard);
  answers(401);
  await session.checkSession(ME);
  expect(session.isSignedOut()).toBe(true);
  answers(200, { userId: ME, name: "R. Bakker" });
  await session.checkSession(ME);
  expect(session.isSignedOut()).toBe(false);
  expect(heard).toHaveBeenCalledTimes(2);
  expect(reload).not.toHaveBeenCalled();
});

test("counts a browser that is also a screen as signed out", async () => {
  answers(403);
  await session.checkSession(ME);
  expect(session.isSignedOut()).toBe(true);
});

test("reloads the page for another person", async () => {
  session.sessionEnded();
  answers(200, { userId: ME + 1, name: "M. de Vries" });
  await session.checkSession(ME);
  expect(reload).toHaveBeenCalledOnce();
  expect(session.isSignedOut()).toBe(true);
});

test.each([
  ["no answer", async () => Promise.reject(new TypeError("Failed to fetch"))],
  ["a database out of reach", async () => Response.json({ detail: "away" }, { status: 503 })],
])("does not count %s as a sign-out", async (_, fetch) => {
  vi.stubGlobal("fetch", fetch);
  await session.checkSession(ME);
  expect(session.isSignedOut()).toBe(false);
});

test("notices the end of the session from an action", async () => {
  const error = { message: "You were signed out.", signedOut: true as const };
  expect(await session.answered(Promise.resolve({ ok: false, error }))).toEqual({ ok: false, error });
  expect(session.isSignedOut()).toBe(true);
});

test("ignores the end of the session after a sign-out on this page", async () => {
  session.announceLeaving();
  answers(401);
  await session.checkSession(ME);
  expect(session.isSignedOut()).toBe(false);
});

test("knows that nothing was sent where there was no network", async () => {
  const failed = () => session.answered(Promise.reject(new TypeError("Failed to fetch")));
  expect(await failed()).toMatchObject({ error: { message: expect.stringMatching(/may have been done/) } });
  vi.stubGlobal("navigator", { onLine: false });
  expect(await failed()).toMatchObject({ error: { message: expect.stringMatching(/nothing was sent/) } });
});
