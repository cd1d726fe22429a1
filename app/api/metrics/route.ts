import { isDirectLoopback } from "@/lib/base/request/peer.server";
import { requireScraper } from "@/lib/identity/auth/guard.server";
import { readMetrics } from "@/lib/operations/health/metrics.server";
import { isDatabaseUp } from "@/lib/operations/health/service.server";
import { problemResponse } from "@/lib/web/http/problem";

/** Longer than for readiness, so that a busy machine still reports its metrics. */
const DATABASE_WAIT_MS = 2_000;

export const dynamic = "force-dynamic";

export async function GET(request: Request): Promise<Response> {
  try {
    const isUp = await isDatabaseUp(DATABASE_WAIT_MS);
    if (!isDirectLoopback(request)) await requireScraper(request, isUp);
    const { text, contentType } = await readMetrics(isUp);
    return new Response(text, {
      headers: { "content-type": contentType, "cache-control": "private, no-store" },
    });
  } catch (error) {
    return problemResponse(error);
  }
}
