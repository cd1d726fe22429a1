import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { isSitePath, splitSitePath, withPrefix } from "./site-path";

describe("splitSitePath", () => {
  test.each([
    ["/s/westland", "westland", "/"],
    ["/s/westland/", "westland", "/"],
    ["/s/westland?tab=closed", "westland", "/?tab=closed"],
    ["/s/westland/alerts/01A?x=1", "westland", "/alerts/01A?x=1"],
    ["/s/westland/s/other", "westland", "/s/other"],
  ])("splits %s", (address, slug, path) => expect(splitSitePath(address)).toEqual({ slug, path }));
  test.each(["/", "/s", "/s/", "/sites", "/alerts/s/x", "s/westland"])("finds none in %s", (address) =>
    expect(splitSitePath(address)).toBeNull(),
  );
});

it("is undone by splitting, for any page of a site", () => {
  const page = fc.constantFrom("/", "/alerts", "/alerts?tab=closed", "/areas/Farm/House%201", "/?x=1");
  fc.assert(
    fc.property(page, fc.stringMatching(/^[a-z0-9]{1,10}$/), (path, slug) => {
      expect(splitSitePath(withPrefix(`/s/${slug}`, path))).toEqual({ slug, path });
    }),
  );
});

test.each([
  "/admin",
  "/admin/users?q=1",
  "/account",
  "/sites",
  "/s/x/alerts",
  "/sign-in",
  "/api/v1/alerts",
  "/wall/alerts",
  "https://example.com/alerts",
  "#content",
  "/manifest.webmanifest",
])("leaves %s without a prefix", (address) => {
  expect(isSitePath(address)).toBe(false);
  expect(withPrefix("/s/a", address)).toBe(address);
});
