/**
 * Stands in the place of zod in what browsers load (next.config.ts): contracts declare their schemas there too, but
 * only the server checks by them. Every call answers the same nothing; checking with it is a mistake and says so.
 */
const nothing: unknown = new Proxy(() => undefined, {
  get(_, member) {
    if (/^(safeP|p)arse(Async)?$/.test(String(member)))
      throw new Error("Browsers have no schemas: what comes in is checked on the server.");
    return nothing;
  },
  apply: () => nothing,
});

export const z = nothing;
