import { CLOCK_HEADER } from "@/lib/display/wall/connection";
import { readWall } from "@/lib/display/wall/contract";
import { readWallOf } from "@/lib/display/wall/service.server";
import { packedHandler } from "@/lib/web/http/packed.server";
import { isKnownTag, TextResponse } from "@/lib/web/http/responses.server";
import { route } from "@/lib/web/http/route.server";

export const GET = route(readWall, async ({ actor, query, request }) => {
  const { body, tag } = await readWallOf(actor, query);
  const headers = { etag: tag, "cache-control": "private, no-cache", [CLOCK_HEADER]: String(Date.now()) };
  if (isKnownTag(request.headers.get("if-none-match"), tag))
    return new Response(null, { status: 304, headers });
  return new TextResponse(body, { headers: { ...headers, "content-type": "application/json" } });
});

export const config = { api: { bodyParser: false, externalResolver: true, responseLimit: false } };

export default packedHandler(GET);
