import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/base/core/time";

/** Result of one check: `warn` works but needs attention, `bad` does not work. */
export type Finding = {
  state: "ok" | "warn" | "bad";
  /** The checked part and its state, a sentence without a full stop. */
  is: string;
  /** The remedy, an instruction in words. */
  do?: string;
  /** The page on which that is done, and its name; missing where none is. */
  page?: { href: string; name: string };
};

export const ok = (is: string): Finding => ({ state: "ok", is });
export const warn = (is: string, what: string, page?: Finding["page"]): Finding => ({
  ...{ state: "warn", is, do: what },
  ...(page && { page }),
});
export const bad = (is: string, what: string, page?: Finding["page"]): Finding => ({
  ...warn(is, what, page),
  state: "bad",
});

/** How long ago a time is, in words of the command line: "3 hours ago". */
export function describeAge(at: Date): string {
  const ms = Date.now() - at.getTime();
  if (ms < 90_000) return "a minute ago";
  if (ms < 2 * HOUR_MS) return `${Math.round(ms / MINUTE_MS)} minutes ago`;
  return ms < 2 * DAY_MS ? `${Math.round(ms / HOUR_MS)} hours ago` : `${Math.round(ms / DAY_MS)} days ago`;
}
