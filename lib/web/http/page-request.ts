/**
 * Whether a request is one that pages take: a look, or what a browser sends, which says where it comes from. Everything
 * else that is sent to a page has the wrong address. Pure.
 */
export function isForPages({ method, headers }: { method: string; headers: Headers }): boolean {
  if (["GET", "HEAD", "OPTIONS"].includes(method)) return true;
  return ["origin", "sec-fetch-site", "next-action"].some((name) => headers.has(name));
}
