import { z } from "zod";
import { endpoint } from "@/lib/base/request/endpoint";
import { testValuesSchema } from "@/lib/operations/connecting/connection-step";
import { startConnectionTest } from "@/lib/operations/connecting/connection-test.server";
import { route } from "@/lib/web/http/route.server";

const testConnection = endpoint({
  method: "POST",
  path: "/admin/tenancies/{tenantId}/test",
  summary: "Test a connection: one JSON line for each step, as it ends",
  access: "admin",
  params: z.object({ tenantId: z.string() }),
  body: testValuesSchema,
  contentType: "application/x-ndjson",
});

export const POST = route(testConnection, async ({ actor, params, body, request }) => {
  const steps = await startConnectionTest(actor, params.tenantId, body, request.signal);
  return new Response(linesOf(steps), {
    headers: {
      "content-type": "application/x-ndjson",
      "cache-control": "private, no-store",
      "x-accel-buffering": "no",
    },
  });
});

function linesOf(steps: AsyncGenerator<unknown>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await steps.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
    },
    async cancel() {
      await steps.return(undefined);
    },
  });
}
