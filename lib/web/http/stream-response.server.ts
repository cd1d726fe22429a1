import "server-only";
import { log } from "@/lib/base/request/log.server";

/**
 * A file that is written as fast as the client reads, and no further: the next part is made when the last one
 * has gone. A fault in the middle cuts the answer off, so that half a file never looks whole.
 * @param signal aborted when the client has gone
 */
export function streamResponse(
  file: { name: string; contentType: string },
  parts: AsyncIterator<string | Uint8Array>,
  signal: AbortSignal,
): Response {
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
          else controller.enqueue(typeof next.value === "string" ? encoder.encode(next.value) : next.value);
        } catch (error) {
          if (gone) return;
          if (!signal.aborted) log.error({ err: error, name: file.name }, "An export was cut off");
          controller.error(error);
        }
      },
      cancel: end,
    },
    { highWaterMark: 1 },
  );
  return new Response(stream, {
    headers: {
      "content-type": file.contentType,
      "content-disposition": `attachment; filename="${file.name}"`,
      "cache-control": "private, no-store",
    },
  });
}
