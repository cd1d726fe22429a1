import { expect, test } from "vitest";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "@/lib/base/core/time";
import { judgeBackups } from "./backup-age";
import { judgeCertificate, judgeClock, judgePlainMail } from "./outside";

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

test("mail without encryption is a warning only where it crosses the internet", () => {
  expect(judgePlainMail("the mail server", "loopback").state).toBe("ok");
  expect(judgePlainMail("the mail server", "private").state).toBe("ok");
  expect(judgePlainMail("the mail server", "public")).toMatchObject({
    state: "warn",
    is: "Mail goes to the mail server without encryption, across the internet",
    do: expect.stringContaining("STARTTLS"),
  });
});

test.each([
  [2 * SECOND_MS, "ok", "agrees with this machine's"],
  [-40 * SECOND_MS, "warn", "is 40 s behind this machine's"],
  [6 * MINUTE_MS, "bad", "is 6 min ahead of this machine's"],
])("a clock that is %d ms ahead is %s", (aheadMs, state, words) => {
  const finding = judgeClock("the database", aheadMs);
  expect([finding.state, finding.is]).toEqual([state, `The clock of the database ${words}`]);
});

const facts = {
  madeAt: inDays(-1),
  nextAt: null,
  lastScheduled: null,
  isOverdue: false,
  folder: "/backups",
  isSameDisk: false,
};
const judged = (changes: Partial<Parameters<typeof judgeBackups>[0]>) =>
  judgeBackups({ ...facts, ...changes }, now).map(({ state, is }) => [state, is]);

test.each([
  [null, "warn", "No backup is known, and none is scheduled"],
  [-1, "ok", "The newest backup is 1 d old, and none is scheduled"],
  [-3, "warn", "The newest backup is 3 d old, and none is scheduled"],
  [-9, "bad", "The newest backup is 9 d old, and none is scheduled"],
])("without a schedule, a backup of %s days is %s", (days, state, is) => {
  expect(judged({ madeAt: days === null ? null : inDays(days) })).toEqual([[state, is]]);
});

test("with a schedule, a failure, a late backup and one on the same disk are told", () => {
  const nextAt = inDays(0.5);
  expect(judged({ nextAt })).toEqual([["ok", "The newest backup is 1 d old"]]);
  const failed = { outcome: "failed", error: "The disk is full." } as const;
  expect(judged({ nextAt, lastScheduled: failed })).toEqual([["bad", "The last backup failed"]]);
  expect(judgeBackups({ ...facts, nextAt, lastScheduled: failed }, now)[0]?.do).toMatch(
    /^The disk is full\. Then/,
  );
  expect(judged({ nextAt: inDays(-0.125), isOverdue: true })).toEqual([
    ["bad", "A backup has been due for 3 h"],
  ]);
  expect(judged({ nextAt, isSameDisk: true })[1]).toEqual([
    "warn",
    "Backups are on the same disk as the data, in /backups",
  ]);
});
