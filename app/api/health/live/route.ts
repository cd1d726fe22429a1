export const dynamic = "force-dynamic";

/** Liveness: answers without database, session or other work. */
export function GET(): Response {
  return new Response('{"status":"live"}', {
    headers: { "content-type": "application/json", "cache-control": "no-store" },
  });
}
