import { readEvents } from "@/lib/base/events/contract";
import { visibleTenancies } from "@/lib/farm/tenancies/service.server";
import { authenticate } from "@/lib/identity/auth/guard.server";
import { openEventStream } from "@/lib/web/events/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(readEvents, async ({ actor, request }) => {
    const again = () => authenticate(request);
    const { headers, signal } = request;
    // One browser may be both a person and a screen, by the same cookies.
    const credential = `${actor.kind} ${headers.get("authorization") ?? headers.get("cookie") ?? ""}`;
    return new Response(
      await openEventStream(actor, { signal, again, visible: visibleTenancies, credential }),
      {
        headers: {
          "content-type": "text/event-stream; charset=utf-8",
          // Compression would hold events back: no-transform prevents it, the other header does in proxies.
          "cache-control": "private, no-store, no-transform",
          "x-accel-buffering": "no",
        },
      },
    );
  }),
});
