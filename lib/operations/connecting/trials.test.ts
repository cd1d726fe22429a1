import { describe, expect, test } from "vitest";
import type { Trials } from "@/lib/farm/tenancies/contract";
import { storedTrialsSchema } from "@/lib/farm/tenancies/contract";
import type { TestStep } from "./connection-step";
import { blankStep } from "./connection-step";
import { type Tried, toStored, trialsNow, trialsOfSteps, untriedBy } from "./trials";

const tried: Tried = {
  ...{ baseUrl: "https://api.example.com/v1", authUrl: "https://auth.example.com", clientId: "abc" },
  ...{ tokenAuth: "basic", dataDelayHours: 1, secretSetAt: "2026-11-20T12:00:00.000Z" },
};
const testedAt = new Date("2026-11-20T12:05:00Z");
const passed: Trials = { addresses: "passed", client: "passed", history: "passed" };

const step = (nth: number, state: TestStep["state"], code: TestStep["code"] = null): TestStep => ({
  ...blankStep(nth),
  ...{ state, code },
});
const ended = (...states: TestStep["state"][]) => states.map((state, index) => step(index + 1, state));

describe("trialsOfSteps", () => {
  test.each<[string, TestStep[], Trials]>([
    ["all passed", ended("done", "done", "done", "done", "done", "done"), passed],
    ["addresses only", ended("done"), { addresses: "passed" }],
    [
      "no address reached",
      ended("failed", "waiting", "waiting", "waiting", "waiting", "waiting"),
      { addresses: "failed", client: "untried", history: "untried" },
    ],
    [
      "a client refused",
      [step(1, "done"), step(2, "failed", "token-refused")],
      { addresses: "passed", client: "failed" },
    ],
    [
      "a token request without an answer",
      [step(1, "done"), step(2, "failed", "timeout")],
      { addresses: "passed", client: "untried" },
    ],
    [
      "a query that failed",
      ended("done", "done", "done", "failed", "waiting", "waiting"),
      { addresses: "passed", client: "passed", history: "failed" },
    ],
  ])("%s", (_, steps, trials) => expect(trialsOfSteps(steps)).toEqual(trials));
});

describe("a passed test", () => {
  const known = toStored(passed, tried, testedAt);

  test("stays valid while nothing changes", () =>
    expect(trialsNow(storedTrialsSchema.parse(JSON.parse(JSON.stringify(known))), tried, null)).toEqual(
      passed,
    ));

  test.each<[string, Partial<Tried>, Trials]>([
    ["nothing", {}, {}],
    ["blanks and a trailing slash", { baseUrl: " https://api.example.com/v1/ " }, {}],
    ["an address", { baseUrl: "https://api.example.com/v2" }, untried()],
    ["the sign-in address", { authUrl: "https://sign-in.example.com" }, untried()],
    ["the client id", { clientId: "abd" }, { client: "untried", history: "untried" }],
    ["how the credentials are sent", { tokenAuth: "post" }, { client: "untried", history: "untried" }],
    ["the secret", { secretSetAt: "2026-11-21T12:00:00.000Z" }, { client: "untried", history: "untried" }],
    ["how late the newest data is", { dataDelayHours: 24 }, { history: "untried" }],
  ])("is invalidated by a change of %s", (_, change, trials) => {
    expect(untriedBy({ ...tried, ...change }, tried)).toEqual(trials);
    expect(trialsNow(known, { ...tried, ...change }, null)).toEqual({ ...passed, ...trials });
  });

  test("of the addresses keeps the results of the other parts", () =>
    expect(
      trialsNow({ ...known, ...toStored({ addresses: "failed" }, tried, testedAt) }, tried, null),
    ).toEqual({
      ...passed,
      addresses: "failed",
    }));
});

test("a query that succeeded after a failed test overrides the test", () => {
  const known = toStored({ addresses: "failed" }, tried, testedAt);
  expect(trialsNow(known, tried, new Date("2026-11-20T12:04:00Z"))).toEqual({ addresses: "failed" });
  expect(trialsNow(known, tried, new Date("2026-11-20T12:06:00Z"))).toEqual({ addresses: "passed" });
});

test("reads stored results of another form as untried", () =>
  expect(trialsNow(storedTrialsSchema.parse({ addresses: 1 }), tried, null)).toEqual({}));

/** All three: other addresses may be another service. */
function untried(): Trials {
  return { addresses: "untried", client: "untried", history: "untried" };
}
