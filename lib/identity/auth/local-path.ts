const BASE = "http://here.invalid";

/**
 * Where to go on after signing in: a path of ours, with its query. An address of another site must not lead away, nor
 * may a path that a browser would take for one, such as `//elsewhere` or `/\elsewhere`.
 * @param address a path, or an address in full as next-auth gives it back
 * @param host the one that people know Leafwatch by
 * @returns `/` for what is not ours
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
