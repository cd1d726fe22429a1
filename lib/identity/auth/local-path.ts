const BASE = "http://here.invalid";

/**
 * The path to open after signing in, with its query. Addresses of other sites are refused, and paths that a browser
 * would take for one, such as `//elsewhere` or `/\elsewhere`.
 * @param address a path, or a full address as next-auth gives it back
 * @param host of Leafwatch as people reach it
 * @returns `/` for a foreign address
 */
export function localPath(address: string | undefined, host: string): string {
  if (!address || !URL.canParse(address, BASE)) return "/";
  const url = new URL(address, BASE);
  const isOurs = address.startsWith("/")
    ? url.origin === BASE
    : /^https?:$/.test(url.protocol) && url.host === host;
  const path = url.pathname + url.search;
  return isOurs && !/^\/[/\\]/.test(path) ? path : "/";
}
