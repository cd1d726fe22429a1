import { revalidatedJson } from "@/lib/http/revalidated.server";
import { methods, route } from "@/lib/http/route.server";
import { readSeries } from "@/lib/series/contract";
import { readColumnsOf, readSeriesOf } from "@/lib/series/service.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(readSeries, async ({ actor, query, request }) => {
    const read = query.format === "columns" ? readColumnsOf : readSeriesOf;
    return revalidatedJson(request, await read(actor, query, request.signal));
  }),
});
