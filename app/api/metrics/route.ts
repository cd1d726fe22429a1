import { authenticate } from "@/lib/auth/guard.server";
import { requireAccess } from "@/lib/auth/rules";
import { readMetrics } from "@/lib/health/metrics.server";
import { isDirectLoopback } from "@/lib/http/peer.server";
import { problemResponse } from "@/lib/http/problem";

export const dynamic = "force-dynamic";

export async function GET(request: Request): Promise<Response> {
  try {
    if (!isDirectLoopback(request)) requireAccess(await authenticate(request), "admin");
    const { text, contentType } = await readMetrics();
    return new Response(text, {
      headers: { "content-type": contentType, "cache-control": "private, no-store" },
    });
  } catch (error) {
    return problemResponse(error);
  }
}
