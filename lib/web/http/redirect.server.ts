import "server-only";

/** An answer that leads on, with cookies, and is kept by nobody. */
export function redirectTo({
  location,
  cookies,
}: {
  location: string;
  cookies: readonly string[];
}): Response {
  const headers = new Headers({ location, "cache-control": "no-store", "referrer-policy": "no-referrer" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}
