import { CLOCK_HEADER } from "@/lib/display/wall/connection";
import { readWall } from "@/lib/display/wall/contract";
import { readWallOf } from "@/lib/display/wall/service.server";
import { packedHandler } from "@/lib/web/http/packed.server";
import { revalidatedJson } from "@/lib/web/http/responses.server";
import { route } from "@/lib/web/http/route.server";

export const GET = route(readWall, async ({ actor, query, request }) => {
  const snapshot = await readWallOf(actor, query);
  return revalidatedJson(request, snapshot, { [CLOCK_HEADER]: String(Date.now()) });
});

export const config = { api: { bodyParser: false, externalResolver: true, responseLimit: false } };

export default packedHandler(GET);
