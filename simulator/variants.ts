// The ways in which an installation of the service may differ; switched on by option or at runtime.

const VARIANTS = [
  "redirect",
  "direct",
  "json",
  "json-object",
  "ndjson",
  "gzip",
  "gzip-unlabelled",
  "no-status",
  "token-expires",
  "rate-limit",
  "unavailable",
  "internal-error",
  "cut",
  "failed",
  "expired",
  "link-refused",
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

const URI_KEY = "uri-key:";

/** The variants in force. "Once" variants misbehave one time for each key after they are switched on. */
export class VariantSet {
  #on = new Set<string>();
  #done = new Set<string>();

  constructor(names: readonly string[]) {
    this.set(names);
  }

  /** Replaces the variants in force; throws for a name that is not one. */
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
    return this.#on.has(name);
  }

  /** True the first time that it is asked for this key while the variant is on. */
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
  return (
    VARIANTS.some((known) => known === name) || (name.startsWith(URI_KEY) && name.length > URI_KEY.length)
  );
}
