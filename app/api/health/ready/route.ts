import { isReady } from "@/lib/health/contract";
import { readReadiness } from "@/lib/health/service.server";
import { jsonResponse } from "@/lib/http/route.server";

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  const readiness = await readReadiness();
  return jsonResponse(readiness, isReady(readiness) ? 200 : 503);
}
