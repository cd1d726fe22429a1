import { expect, it } from "vitest";
import { networkFailure } from "@/lib/service/errors";
import { adviceForError } from "./connection-advice";

const failed = (code: string) =>
  new TypeError("fetch failed", { cause: Object.assign(new Error("no"), { code }) });

it.each([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
])("advises how to trust a certificate (%s) instead of blaming the address", (code) => {
  const { detail, code: coded } = networkFailure(failed(code), false);
  expect(detail).toContain("certificate is not trusted");
  const { cause, next } = adviceForError(failed(code), coded);
  expect(cause).toContain("authority");
  expect(next).toContain("NODE_EXTRA_CA_CERTS");
});

it("gives the advice of the code for other failures", () => {
  const refused = failed("ECONNREFUSED");
  expect(adviceForError(refused, "unreachable").next).toContain("reach the host");
});
