/** What a look at one part found: `warn` works and wants attention, `bad` does not work. */
export type Finding = {
  state: "ok" | "warn" | "bad";
  /** What was looked at and how it is, a sentence without its full stop. */
  is: string;
  /** What to do about it. */
  do?: string;
};

export const ok = (is: string): Finding => ({ state: "ok", is });
export const warn = (is: string, what: string): Finding => ({ state: "warn", is, do: what });
export const bad = (is: string, what: string): Finding => ({ state: "bad", is, do: what });
