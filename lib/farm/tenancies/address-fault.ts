const EXAMPLE = "https://api.example.com/v1";

/**
 * The fault of a typed service address, and how to mend it; null if it is valid or empty.
 * @param text as typed
 */
export function addressFault(text: string): string | null {
  const typed = text.trim();
  if (typed === "") return null;
  if (/\s/.test(typed)) return "holds a space: take it out";
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(typed)?.[1]?.toLowerCase();
  if (scheme === undefined) return withoutScheme(typed);
  if (scheme !== "https" && scheme !== "http")
    return `begins with ${scheme}://: only https:// and http:// can be called`;
  if (!URL.canParse(typed)) return `is no address such as ${EXAMPLE}`;
  const { username, password, search, hash } = new URL(typed);
  if (username || password)
    return "holds a user name or password: take it out, the client has fields of its own";
  if (search || hash) return `holds ${search ? "?" : "#"}: end it before`;
  return null;
}

function withoutScheme(typed: string): string {
  const mended = `https://${typed.replace(/^[/:]+/, "")}`;
  return URL.canParse(mended)
    ? `lacks https:// at its start: write ${mended}`
    : `is no address such as ${EXAMPLE}`;
}
