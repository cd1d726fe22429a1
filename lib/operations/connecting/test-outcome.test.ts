import { describe, expect, test } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import { judgeNoAnswer, judgeTestAnswer, reachWords } from "./test-outcome";

describe("the answer to a test notification", () => {
  test.each([
    [200, "accepted", true, /accepted and stored/],
    [202, "spooled", true, /kept on disk/],
    [200, "duplicate", false, /answered 200, duplicate/],
    [401, null, false, /answered 401/],
  ])("%d %s", (httpStatus, status, ok, said) => {
    expect(judgeTestAnswer({ httpStatus, status }, "X-Sign")).toMatchObject({
      ok,
      said: expect.stringMatching(said),
    });
  });

  test.each([
    [401, /drops the header X-Sign/],
    [308, /sends callers elsewhere/],
    [404, /another program/],
    [413, /smaller bodies/],
    [503, /neither the database nor the spool/],
    [418, /proxy/],
  ])("gives a likely cause and a next step for %d", (httpStatus, cause) => {
    const { advice } = judgeTestAnswer({ httpStatus, status: null }, "X-Sign");
    expect(advice?.cause).toMatch(cause);
    expect(advice?.next).toMatch(/\.$/);
  });
});

test("names the network error if no answer came", () => {
  const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  expect(judgeNoAnswer(new TypeError("fetch failed", { cause: refused }))).toMatchObject({
    ok: false,
    said: "Our own address did not answer: nothing listens there.",
  });
  expect(judgeNoAnswer(new DOMException("late", "TimeoutError")).said).toMatch(/within 5 s/);
});

test.each(["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"])(
  "says that only this machine reaches %s",
  (origin) => {
    expect(reachWords(ENGLISH, `${origin}/api/webhooks/alerts`)).toMatch(
      /^Only this machine.*set LEAFWATCH_URL/,
    );
  },
);

test.each(["https://leafwatch.example.com", "http://10.0.0.8:3000"])(
  "says that the service must reach %s",
  (origin) => {
    expect(reachWords(ENGLISH, `${origin}/api/webhooks/alerts`)).toMatch(/must reach it from outside/);
  },
);
