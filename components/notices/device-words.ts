import type { Words } from "@/lib/base/words/words";

/** Names the browser and system of a user agent: "Chrome on Android". */
export function deviceWords({ t }: Words, userAgent: string): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (!system) return browser ?? t("notices.device.unknown");
  return browser ? t("notices.device.on", { browser, system }) : t("notices.device.unknownOn", { system });
}

// Order matters: most user agents also name the browsers below them.
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/(Headless)?Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/CrOS/, "ChromeOS"],
  [/Macintosh/, "Mac"],
  [/Linux/, "Linux"],
];

/** Returns true if the system allows notices only for apps on its home screen (iPhone and iPad). */
export function needsHomeScreen(userAgent: string, touchPoints: number): boolean {
  return /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);
}
