import { expect, test } from "vitest";
import {
  newRecoveryCode,
  newTotpKey,
  readRecoveryCode,
  totpAddress,
  totpCode,
  totpStep,
} from "./totp.server";

/** RFC 6238, appendix B: the key "12345678901234567890", the last six digits of each value for SHA-1. */
const KEY = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("at second %i the code is %s", (second, code) => {
  expect(totpCode(KEY, Math.floor(second / 30))).toBe(code);
});

test("accepts a code in its half minute and the neighbours only", () => {
  const code = totpCode(KEY, 1_000);
  const at = (step: number) => new Date(step * 30_000 + 1);

  expect([998, 999, 1_000, 1_001, 1_002].map((step) => totpStep(KEY, code, at(step)))).toEqual([
    null,
    1_000,
    1_000,
    1_000,
    null,
  ]);
  expect(totpStep(KEY, "12345", at(1_000))).toBeNull();
  expect(totpStep(KEY, "１２３４５６", at(1_000))).toBeNull();
});

test("a key reads alike from a QR code and as typed text", () => {
  const key = newTotpKey();
  const address = new URL(totpAddress(key, "ria+1@example.com"));

  expect(key).toMatch(/^[A-Z2-7]{32}$/);
  expect(address.searchParams.get("secret")).toBe(key);
  expect(decodeURIComponent(address.pathname)).toContain("Leafwatch:ria+1@example.com");
});

test("reads a recovery code however it is typed", () => {
  const code = newRecoveryCode();

  expect(code).toMatch(/^(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
  expect(readRecoveryCode(` ${code.toLowerCase().replaceAll("-", " ")} `)).toBe(code);
  expect(readRecoveryCode("123456")).toBeNull();
});
