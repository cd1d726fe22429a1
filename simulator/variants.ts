// Differences between installations of the service, switched on by option or at runtime.

const VARIANTS = [
  "redirect",
  "redirect-loop",
  "direct",
  "json",
  "json-object",
  "ndjson",
  "gzip",
  "gzip-unlabelled",
  "gzip-typed",
  "gzip-mislabelled",
  "no-status",
  "not-ready",
  "token-expires",
  "rate-limit",
  "unavailable",
  "internal-error",
  "cut",
  "retry-after",
  "failed",
  "cancelled",
  "expired",
  "forgets",
  "link-refused",
  "link-dead",
  "post-auth",
  "form-encoded-auth",
  "trailing-slash",
  "statuses-lower",
  "unknown-status",
  "space-after-comma",
  "bom-crlf",
  "single-underscore",
  "bare",
  "unknown-columns",
  "unknown-index",
  "no-filled-column",
  "duplicates",
  "device-id",
] as const;
export type Variant = (typeof VARIANTS)[number];

/** Variants that take a value after a colon, `expired:404`; the first is the default. */
const VALUES: { [name in Variant]?: readonly string[] } = {
  redirect: ["302", "303", "307"],
  "no-status": ["404", "405", "501"],
  "not-ready": ["202", "204", "404", "409", "425"],
  expired: ["410", "403", "404"],
  forgets: ["once", "always"],
  "retry-after": ["seconds", "date", "none"],
  "no-filled-column": ["always", "chosen"],
};

const URI_KEY = "uri-key:";

/** The variants in force. "Once" variants misbehave one time for each key after they are switched on. */
export class VariantSet {
  #on = new Set<string>();
  #done = new Set<string>();

  constructor(names: readonly string[]) {
    this.set(names);
  }

  /** Replaces the variants in force; throws for an unknown name. */
  set(names: readonly string[]): void {
    for (const name of names) {
      if (!isVariant(name))
        throw new Error(`Unknown variant "${name}". Known: ${VARIANTS.join(", ")}, uri-key:NAME.`);
    }
    this.#on = new Set(names);
    this.#done = new Set();
  }

  names(): string[] {
    return [...this.#on];
  }

  has(name: Variant): boolean {
    return this.#on.has(name) || this.#given(name) !== undefined;
  }

  /** The value given with a variant, or its default; also while the variant is off. */
  valueOf(name: Variant): string {
    return this.#given(name) ?? VALUES[name]?.[0] ?? "";
  }

  #given(name: Variant): string | undefined {
    return VALUES[name]?.find((value) => this.#on.has(`${name}:${value}`));
  }

  /** Returns true on the first call for a key while the variant is on. */
  once(name: Variant, key = ""): boolean {
    const mark = `${name} ${key}`;
    if (!this.has(name) || this.#done.has(mark)) return false;
    this.#done.add(mark);
    return true;
  }

  /** The member that holds the pre-signed address in the answer to a download. */
  uriKey(): string {
    return (
      this.names()
        .find((name) => name.startsWith(URI_KEY))
        ?.slice(URI_KEY.length) ?? "uri"
    );
  }
}

function isVariant(name: string): boolean {
  if (name.startsWith(URI_KEY)) return name.length > URI_KEY.length;
  const colon = name.indexOf(":");
  const known = VARIANTS.find((each) => each === (colon < 0 ? name : name.slice(0, colon)));
  return known !== undefined && (colon < 0 || (VALUES[known]?.includes(name.slice(colon + 1)) ?? false));
}
