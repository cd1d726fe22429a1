import { requireScraper } from "@/lib/auth/scraper.server";
import { readMetrics } from "@/lib/health/metrics.server";
import { isDatabaseUp } from "@/lib/health/service.server";
import { isDirectLoopback } from "@/lib/http/peer.server";
import { problemResponse } from "@/lib/http/problem";

/** Longer than readiness waits: a busy machine tells its figures all the same. */
const PATIENCE_MS = 2_000;

export const dynamic = "force-dynamic";

export async function GET(request: Request): Promise<Response> {
  try {
    const isUp = await isDatabaseUp(PATIENCE_MS);
    if (!isDirectLoopback(request)) await requireScraper(request, isUp);
    const { text, contentType } = await readMetrics(isUp);
    return new Response(text, {
      headers: { "content-type": contentType, "cache-control": "private, no-store" },
    });
  } catch (error) {
    return problemResponse(error);
  }
}
