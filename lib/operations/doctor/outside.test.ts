import { expect, test } from "vitest";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "@/lib/base/core/time";
import { judgeBackupAge } from "./backup-age";
import { judgeCertificate, judgeClock } from "./outside";

const now = new Date("2026-11-20T12:00:00Z");
const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);

test.each([
  [90, "ok", "ends in 90 d"],
  [20, "warn", "ends in 20 d"],
  [6, "bad", "ends in 6 d"],
  [-2, "bad", "expired 2 d ago"],
])("a certificate that ends in %d days is %s", (days, state, words) => {
  const finding = judgeCertificate("the mail server", { until: inDays(days), distrust: null }, now);
  expect(finding.state).toBe(state);
  expect(finding.is).toBe(`The certificate of the mail server ${words}`);
  expect(finding.do === undefined).toBe(state === "ok");
});

test("a certificate that nobody trusts is an error, and says how to make an authority known", () => {
  const finding = judgeCertificate("the service", { until: inDays(90), distrust: "SELF_SIGNED" }, now);
  expect(finding).toMatchObject({ state: "bad", do: expect.stringContaining("NODE_EXTRA_CA_CERTS") });
});

test.each([
  [2 * SECOND_MS, "ok", "agrees with this machine's"],
  [-40 * SECOND_MS, "warn", "is 40 s behind this machine's"],
  [6 * MINUTE_MS, "bad", "is 6 min ahead of this machine's"],
])("a clock that is %d ms ahead is %s", (aheadMs, state, words) => {
  const finding = judgeClock("the database", aheadMs);
  expect([finding.state, finding.is]).toEqual([state, `The clock of the database ${words}`]);
});

test.each([
  [null, "warn"],
  [-1, "ok"],
  [-3, "warn"],
  [-9, "bad"],
])("a backup of %s days is %s", (days, state) => {
  expect(judgeBackupAge(days === null ? null : inDays(days), now).state).toBe(state);
});
