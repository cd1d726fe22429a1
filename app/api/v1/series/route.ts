import { readSeries } from "@/lib/farm/series/contract";
import { readColumnsOf, readSeriesOf } from "@/lib/farm/series/service.server";
import { revalidatedJson } from "@/lib/web/http/responses.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(readSeries, async ({ actor, query, request }) => {
    const read = query.format === "columns" ? readColumnsOf : readSeriesOf;
    return revalidatedJson(request, await read(actor, query, request.signal));
  }),
});
