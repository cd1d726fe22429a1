import "server-only";
import { log } from "./log.server";

/**
 * A CSV answer that is written as fast as the client reads, and no further: the next part is made when the last
 * one has gone. A fault in the middle cuts the answer off, so that half a file never looks whole.
 * @param signal aborted when the client has gone
 */
export function csvResponse(name: string, parts: AsyncIterator<string>, signal: AbortSignal): Response {
  const encoder = new TextEncoder();
  let gone = false;
  const end = () => {
    gone = true;
    return parts.return?.().then(() => undefined);
  };
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = signal.aborted ? { done: true as const } : await parts.next();
          if (gone) return;
          if (next.done) controller.close();
          else controller.enqueue(encoder.encode(next.value));
        } catch (error) {
          if (gone) return;
          log.error({ err: error, name }, "An export was cut off");
          controller.error(error);
        }
      },
      cancel: end,
    },
    { highWaterMark: 1 },
  );
  return new Response(stream, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "private, no-store",
    },
  });
}
