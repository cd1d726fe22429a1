import { createServer, get, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as openEvents } from "@/app/api/v1/events/route";
import type { Role } from "@/lib/base/core/access";
import { makeActor } from "@/lib/identity/actor/make-actor.server";
import { authenticate } from "@/lib/identity/auth/guard.server";
import { hashPassword } from "@/lib/identity/auth/passwords.server";
import { beginSession, endSession } from "@/lib/identity/auth/sessions.server";
import { signIn } from "@/lib/identity/auth/sign-in.server";
import { followLink, renewLink } from "@/lib/identity/users/links.server";
import { editUser, endSessions, setUserDisabled } from "@/lib/identity/users/service.server";
import { getHub } from "@/lib/web/events/hub.server";
import { openTestApp, type TestApp } from "../support/app";
import { addPerson, cookieOf, PASSWORD, type Person, signedIn } from "../support/people";

const ADMIN = makeActor({ kind: "user", id: 0, name: "R. Bakker", role: "admin", tenancyId: null });
const PLACE = { address: "192.0.2.7", browser: "Firefox" };

let app: TestApp;
let server: Server;

beforeAll(async () => {
  app = await openTestApp();
  await app.addTenancy("FIRST");
  await addPerson(app.pool, "admin");
  server = createServer(answerEvents);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterAll(async () => {
  server.close();
  await app.close();
});

/** The event stream over HTTP, with the request's cookie. */
async function answerEvents(incoming: IncomingMessage, outgoing: import("node:http").ServerResponse) {
  const gone = new AbortController();
  outgoing.on("close", () => gone.abort());
  const request = new Request("http://localhost/api/v1/events", {
    headers: { cookie: incoming.headers.cookie ?? "" },
    signal: gone.signal,
  });
  const { status, body } = await openEvents(request, { params: Promise.resolve({}) });
  outgoing.writeHead(status);
  Readable.fromWeb(body as unknown as WebStream)
    .on("error", () => undefined)
    .pipe(outgoing);
}

/** Opens the stream and waits for its first event; `over` resolves at its end. */
async function openStream(cookie: string): Promise<{ over: Promise<number>; leave: () => void }> {
  const { port } = server.address() as AddressInfo;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: "127.0.0.1", port, headers: { cookie }, agent: false }, resolve).on("error", reject);
  });
  const over = new Promise<number>((resolve) => answer.on("end", () => resolve(Date.now())));
  await new Promise<void>((resolve) => answer.once("data", () => resolve()));
  answer.on("error", () => undefined);
  while (!getHub().listens) await sleep(20);
  return { over, leave: () => answer.destroy() };
}

const ask = (cookie: string) => authenticate(new Request("http://localhost/", { headers: { cookie } }));
const REFUSED = { code: "unauthenticated" };

async function followNewLink(id: number): Promise<void> {
  const { address } = await renewLink(ADMIN, { id });
  await followLink({ token: address.split("/").at(-1) ?? "", password: "another long one" }, "192.0.2.9");
}

const ENDS: [string, Role, (person: Person) => Promise<unknown>][] = [
  ["is disabled", "grower", ({ id }) => setUserDisabled(ADMIN, { id, disabled: true })],
  ["is demoted", "grower", ({ id }) => editUser(ADMIN, { id, name: "Ria", role: "viewer" })],
  ["chooses a new password by a link", "grower", ({ id }) => followNewLink(id)],
  ["has their sessions ended", "grower", ({ id }) => endSessions(ADMIN, { id })],
  [
    "is disabled, while its event is lost",
    "viewer",
    ({ id }) => app.pool.query("UPDATE users SET disabled_at = now() WHERE id = $1", [id]),
  ],
];

test.each(ENDS)(
  "signs a person who %s out at the next request, and ends their event stream within 5 s",
  async (_, role, act) => {
    const person = await addPerson(app.pool, role);
    const bystander = await addPerson(app.pool, role);
    const [stream, other] = await Promise.all([openStream(person.cookie), openStream(bystander.cookie)]);

    await act(person);
    const ended = Date.now();

    await expect(ask(person.cookie)).rejects.toMatchObject(REFUSED);
    // Plus the machine's own delay.
    expect((await stream.over) - ended).toBeLessThan(5_000 + 2_000);
    await expect(ask(bystander.cookie)).resolves.toMatchObject({ id: bystander.id });
    other.leave();
  },
);

test("keeps the session of a person who gets more rights", async () => {
  const person = await addPerson(app.pool, "viewer");
  await editUser(ADMIN, { id: person.id, name: "Ria", role: "grower" });

  await expect(ask(person.cookie)).resolves.toMatchObject({ role: "grower" });
});

test("ends an expired session, whatever its cookie says", async () => {
  const person = await addPerson(app.pool, "viewer");
  await app.pool.query("UPDATE user_sessions SET expires_at = now() WHERE user_id = $1", [person.id]);

  await expect(ask(person.cookie)).rejects.toMatchObject(REFUSED);
});

test("ends only the session that signs out, for every copy of its cookie", async () => {
  const person = await addPerson(app.pool, "viewer");
  const other = await signedIn(app.pool, person.id);
  const { rows } = await app.pool.query("SELECT id FROM user_sessions WHERE user_id = $1", [person.id]);
  const here = await ask(person.cookie);

  expect(rows.map(({ id }) => id)).toContain(here.session);
  await endSession({ sid: here.session ?? "", uid: person.id });
  await expect(ask(person.cookie)).rejects.toMatchObject(REFUSED);
  await expect(ask(other)).resolves.toMatchObject({ id: person.id });
});

test("rejects a cookie without a session, or with another person's", async () => {
  const [one, other] = [await addPerson(app.pool, "viewer"), await addPerson(app.pool, "admin")];
  const { session } = await ask(one.cookie);

  for (const claims of [
    { uid: other.id },
    { sid: session ?? "", uid: other.id },
    { sid: "of nobody", uid: one.id },
  ])
    await expect(ask(await cookieOf(claims))).rejects.toMatchObject(REFUSED);
});

test("stores address and browser of a session, and starts none for a password that changed meanwhile", async () => {
  const { rows } = await app.pool.query<{ id: number }>(
    "INSERT INTO users (email, name, role, password_hash) VALUES ('ria@example.com', 'Ria', 'grower', $1) RETURNING id",
    [await hashPassword(PASSWORD)],
  );
  const id = rows[0]?.id ?? 0;
  const signed = await signIn({ email: "ria@example.com", password: PASSWORD }, PLACE);
  if (signed.state !== "in") throw new Error(signed.state);

  await expect(ask(await cookieOf(signed.claims))).resolves.toMatchObject({ id, session: signed.claims.sid });
  expect(
    (await app.pool.query("SELECT browser FROM user_sessions WHERE id = $1", [signed.claims.sid])).rows,
  ).toEqual([{ browser: "Firefox" }]);

  await app.pool.query("UPDATE users SET session_version = 2 WHERE id = $1", [id]);
  expect(await beginSession(signed.account, PLACE)).toBeNull();
});

test("neither slows nor locks out a signed-in person because of guesses from elsewhere", async () => {
  const { id } = await addPerson(app.pool, "viewer");
  await app.pool.query("UPDATE users SET email = 'vera@example.com', password_hash = $2 WHERE id = $1", [
    id,
    await hashPassword(PASSWORD),
  ]);
  await app.pool.query("UPDATE user_sessions SET address = '192.0.2.7' WHERE user_id = $1", [id]);
  await app.pool.query(
    "INSERT INTO sign_in_failures (account, address) SELECT 'vera@example.com', '198.51.100.1' FROM generate_series(1, 100)",
  );
  const credentials = { email: "vera@example.com", password: PASSWORD };

  expect(await signIn(credentials, { ...PLACE, address: "192.0.2.8" })).toEqual({ state: "refused" });
  expect(await signIn(credentials, PLACE)).toMatchObject({ state: "in" });
});
