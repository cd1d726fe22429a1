import { expect, test } from "vitest";
import { PlantServiceError, redact } from "./errors";

test("an error names the call, the status and the service's message", () => {
  const error = new PlantServiceError({
    code: "scope-missing",
    call: "submit",
    httpStatus: 403,
    serviceMessage: "scope missing",
  });
  expect(error.message).toBe('Submit answered 403: "scope missing"');
  expect(error.retryable).toBe(false);
});

test("a submit is retryable only if the service cannot have accepted it", () => {
  const submit = (
    code: "unreachable" | "timeout" | "rate-limited" | "unavailable" | "server-error",
    neverSent = false,
  ) => new PlantServiceError({ code, call: "submit", neverSent }).retryable;
  expect([submit("rate-limited"), submit("unavailable"), submit("unreachable", true)]).toEqual([
    true,
    true,
    true,
  ]);
  expect([submit("unreachable"), submit("timeout"), submit("server-error")]).toEqual([false, false, false]);
});

test.each([
  ["get https://store.example/a?X-Amz-Signature=abc now", "store.example"],
  ["bad token eyJhbGciOi.eyJzdWIi.c2lnbmF0dXJl", "eyJzdWIi"],
  ["header was Bearer abcdef0123456789", "abcdef0123456789"],
  ["path /r?sig=deadbeef&x=1", "deadbeef"],
  ["client hunter22 unknown", "hunter22"],
])("%s is redacted", (text, forbidden) => {
  expect(redact(text, ["hunter22"])).not.toContain(forbidden);
});

test("a foreign text becomes one line of limited length", () => {
  const clean = redact(`a\r\nb\u0000c ${"x".repeat(5000)}`);
  expect(clean.startsWith("a b c x")).toBe(true);
  expect(clean.length).toBeLessThan(320);
});
