/**
 * Whether a request is one that pages take: a look, an action of our own pages, or a form of a browser. Everything else
 * that is sent to a page has the wrong address. Pure.
 */
export function isForPages({ method, headers }: { method: string; headers: Headers }): boolean {
  if (["GET", "HEAD", "OPTIONS"].includes(method)) return true;
  return headers.has("next-action") || (headers.get("accept") ?? "").includes("text/html");
}
