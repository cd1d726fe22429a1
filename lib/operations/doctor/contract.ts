/** Result of one check: `warn` works but needs attention, `bad` does not work. */
export type Finding = {
  state: "ok" | "warn" | "bad";
  /** The checked part and its state, a sentence without a full stop. */
  is: string;
  /** The remedy, an instruction in words. */
  do?: string;
};

export const ok = (is: string): Finding => ({ state: "ok", is });
export const warn = (is: string, what: string): Finding => ({ state: "warn", is, do: what });
export const bad = (is: string, what: string): Finding => ({ state: "bad", is, do: what });
