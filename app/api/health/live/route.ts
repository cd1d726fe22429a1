export const dynamic = "force-dynamic";

/** The process runs: no database, no session, no work. */
export function GET(): Response {
  return new Response('{"status":"live"}', {
    headers: { "content-type": "application/json", "cache-control": "no-store" },
  });
}
