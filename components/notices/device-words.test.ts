import { describe, expect, it } from "vitest";
import { ENGLISH } from "@/lib/base/words/english.test-support";
import { deviceWords, needsHomeScreen } from "./device-words";

const PIXEL =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
const EDGE =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0";
const MAC =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15";

describe("a user agent", () => {
  it.each([
    [PIXEL, "Chrome on Android"],
    [IPHONE, "Safari on iPhone"],
    [EDGE, "Edge on Windows"],
    [MAC, "Safari on Mac"],
    ["something else", "Unknown browser"],
  ])("%s is %s", (userAgent, words) => expect(deviceWords(ENGLISH, userAgent)).toBe(words));

  it("tells whether notices need the home screen, also for an iPad that claims to be a Mac", () => {
    expect(needsHomeScreen(IPHONE, 5)).toBe(true);
    expect(needsHomeScreen(MAC, 5)).toBe(true);
    expect(needsHomeScreen(MAC, 0)).toBe(false);
    expect(needsHomeScreen(PIXEL, 5)).toBe(false);
  });
});
