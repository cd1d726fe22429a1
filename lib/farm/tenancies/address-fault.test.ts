import { expect, test } from "vitest";
import { addressFault } from "./address-fault";
import { tenancyMembers } from "./contract";

test.each([
  ["api.example.com/v1", "lacks https:// at its start: write https://api.example.com/v1"],
  ["localhost:4100", "lacks https:// at its start: write https://localhost:4100"],
  ["//api.example.com", "lacks https:// at its start: write https://api.example.com"],
  ["ftp://api.example.com", "begins with ftp://: only https:// and http:// can be called"],
  ["https://api example.com", "holds a space: take it out"],
  [
    "https://me:pw@api.example.com",
    "holds a user name or password: take it out, the client has fields of its own",
  ],
  ["https://api.example.com/v1?x=1", "holds ?: end it before"],
  ["https://api.example.com/v1#x", "holds #: end it before"],
  ["https://", "is no address such as https://api.example.com/v1"],
])("%s names its fault and how it is mended, and the schema says the same", (typed, fault) => {
  expect(addressFault(typed)).toBe(fault);
  expect(tenancyMembers.baseUrl.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([
    fault,
  ]);
});

test.each(["https://api.example.com/v1", "http://10.0.0.8:4100", " https://api.example.com "])(
  "%s is taken",
  (typed) => {
    expect(addressFault(typed)).toBeNull();
    expect(tenancyMembers.baseUrl.safeParse(typed).success).toBe(true);
  },
);
