import { expect, test } from "vitest";
import type { ServiceFetch } from "./call";
import { createTokenSource, rawBasic, type TokenSettings } from "./token";

interface Seen {
  url: string;
  method: string | undefined;
  authorization: string | null;
  body: string;
}
type Script = (seen: Seen, index: number) => Response;

const SETTINGS: TokenSettings = {
  authUrl: "https://auth.example/",
  clientId: "client:1",
  clientSecret: "p+ss w%rd/é",
  tokenAuth: "basic",
};
const token = (value: string, more: object = { expires_in: 3600 }) =>
  Response.json({ access_token: value, token_type: "Bearer", ...more });

function scripted(script: Script, settings: Partial<TokenSettings> = {}) {
  const seen: Seen[] = [];
  let time = 0;
  const fetch: ServiceFetch = async (url, init) => {
    const headers = new Headers(init.headers);
    const one = {
      url,
      method: init.method,
      authorization: headers.get("authorization"),
      body: String(init.body),
    };
    seen.push(one);
    return script(one, seen.length - 1);
  };
  const source = createTokenSource({ fetch, now: () => time, timeoutMs: 5000 }, { ...SETTINGS, ...settings });
  return {
    seen,
    source,
    pass: (ms: number) => {
      time += ms;
    },
  };
}

test("sends raw credentials by HTTP Basic, without a trailing slash", async () => {
  const { seen, source } = scripted(() => token("t1"));
  expect(await source.get()).toBe("t1");
  expect(seen).toEqual([
    {
      url: "https://auth.example/oauth2/token",
      method: "POST",
      authorization: rawBasic(SETTINGS.clientId, SETTINGS.clientSecret),
      body: "grant_type=client_credentials",
    },
  ]);
  expect(Buffer.from(seen[0]?.authorization?.slice(6) ?? "", "base64").toString()).toBe(
    "client:1:p+ss w%rd/é",
  );
});

test("form-encodes the credentials after 401 and remembers it", async () => {
  const raw = rawBasic(SETTINGS.clientId, SETTINGS.clientSecret);
  const { seen, source } = scripted((one) =>
    one.authorization === raw
      ? Response.json({ message: "no" }, { status: 401 })
      : token("t1", { expires_in: 1 }),
  );
  await source.get();
  source.invalidate("t1");
  await source.get();
  expect(seen.map((one) => one.authorization === raw)).toEqual([true, false, false]);
  expect(Buffer.from(seen[1]?.authorization?.slice(6) ?? "", "base64").toString()).toBe(
    "client%3A1:p%2Bss+w%25rd%2F%C3%A9",
  );
});

test("credentials rejected twice are an error without the secret", async () => {
  const { seen, source } = scripted(() =>
    Response.json(
      { error: "invalid_client", error_description: `wrong ${SETTINGS.clientSecret}` },
      { status: 401 },
    ),
  );
  const error: Error = await source.get().then(
    () => new Error("no error"),
    (reason: Error) => reason,
  );
  expect(error).toMatchObject({ code: "token-refused", call: "token", httpStatus: 401 });
  expect(error.message).not.toContain(SETTINGS.clientSecret);
  expect(seen).toHaveLength(2);
});

test("distinguishes a missing scope from a wrong secret", async () => {
  const { source } = scripted(() => Response.json({ error: "invalid_scope" }, { status: 400 }));
  await expect(source.get()).rejects.toMatchObject({ code: "scope-missing", call: "token", httpStatus: 400 });
});

test("client_secret_post sends the credentials in the form only", async () => {
  const { seen, source } = scripted(() => token("t1"), { tokenAuth: "post" });
  await source.get();
  expect(seen[0]?.authorization).toBeNull();
  expect(Object.fromEntries(new URLSearchParams(seen[0]?.body))).toEqual({
    grant_type: "client_credentials",
    client_id: SETTINGS.clientId,
    client_secret: SETTINGS.clientSecret,
  });
});

test.each([
  ["404", () => new Response(null, { status: 404 })],
  ["405", () => new Response(null, { status: 405 })],
  ["a redirect", () => new Response(null, { status: 301, headers: { location: "/oauth2/token/" } })],
])("on %s tries the trailing slash as POST and remembers it", async (_name, answer) => {
  const { seen, source } = scripted((one) => (one.url.endsWith("/") ? token("t1") : answer()));
  await source.get();
  source.invalidate("t1");
  await source.get();
  expect(seen.map((one) => one.url.endsWith("/"))).toEqual([false, true, true]);
  expect(seen.every((one) => one.method === "POST" && one.body === "grant_type=client_credentials")).toBe(
    true,
  );
});

test("does not send the credentials to another origin", async () => {
  const { seen, source } = scripted(
    () => new Response(null, { status: 307, headers: { location: "https://evil.example/oauth2/token" } }),
  );
  await expect(source.get()).rejects.toMatchObject({ code: "bad-answer", httpStatus: 307 });
  expect(seen.every((one) => one.url.startsWith("https://auth.example/"))).toBe(true);
});

test("concurrent callers share one request", async () => {
  const { seen, source } = scripted((_one, index) => token(`t${index}`));
  expect(await Promise.all([source.get(), source.get(), source.get()])).toEqual(["t0", "t0", "t0"]);
  expect(seen).toHaveLength(1);
});

test("renews a token before it expires, and drops only the rejected one", async () => {
  const { source, pass } = scripted((_one, index) => token(`t${index}`, { expires_in: "600" }));
  expect(await source.get()).toBe("t0");
  pass(500_000);
  expect(await source.get()).toBe("t0");
  pass(45_000);
  expect(await source.get()).toBe("t1");
  source.invalidate("t0");
  expect(await source.get()).toBe("t1");
});

test("does not cache a failed request", async () => {
  const { source } = scripted((_one, index) =>
    index === 0 ? new Response("", { status: 503 }) : token("t1"),
  );
  await expect(source.get()).rejects.toMatchObject({ code: "unavailable", retryable: true });
  expect(await source.get()).toBe("t1");
});

test.each([
  ["a page", () => new Response("<html>", { status: 200 })],
  ["no token", () => Response.json({ token_type: "Bearer" })],
  ["another type", () => token("t", { token_type: "mac" })],
  ["a token that is no header", () => token("a\nb")],
])("%s is a bad answer", async (_name, answer) => {
  await expect(scripted(answer).source.get()).rejects.toMatchObject({ code: "bad-answer", call: "token" });
});
