import { readSeries, seriesToText } from "@/lib/farm/series/contract";
import { readColumnsOf, readSeriesOf } from "@/lib/farm/series/service.server";
import { revalidatedJson } from "@/lib/web/http/responses.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(readSeries, async ({ actor, query, request }) => {
    if (query.format === "columns")
      return revalidatedJson(request, await readColumnsOf(actor, query, request.signal));
    const { series } = await readSeriesOf(actor, query, request.signal);
    return revalidatedJson(request, { series: series.map(seriesToText) });
  }),
});
