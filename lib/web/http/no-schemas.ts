/**
 * Replaces zod in browsers (next.config.ts): contracts declare schemas there too, but only the server validates. Every
 * call returns the same object; parsing with it throws.
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
