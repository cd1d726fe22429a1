const EXAMPLE = "https://api.example.com/v1";

/**
 * What is wrong with the address of a service, and how it is mended; null when nothing is, or nothing is entered.
 * @param text as somebody typed it
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
  return partFault(new URL(typed));
}

function withoutScheme(typed: string): string {
  const mended = `https://${typed.replace(/^[/:]+/, "")}`;
  return URL.canParse(mended)
    ? `lacks https:// at its start: write ${mended}`
    : `is no address such as ${EXAMPLE}`;
}

function partFault({ username, password, search, hash }: URL): string | null {
  if (username || password)
    return "holds a user name or password: take it out, the client has fields of its own";
  if (search || hash) return `holds ${search ? "?" : "#"}: end it before`;
  return null;
}
