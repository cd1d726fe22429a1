import { isReady } from "@/lib/operations/health/contract";
import { readReadiness } from "@/lib/operations/health/service.server";
import { jsonResponse } from "@/lib/web/http/route.server";

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  const readiness = await readReadiness();
  return jsonResponse(readiness, isReady(readiness) ? 200 : 503);
}
