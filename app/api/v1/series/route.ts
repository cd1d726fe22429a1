import { readSeries, seriesToText } from "@/lib/farm/series/contract";
import { loadSeries, loadSeriesColumns } from "@/lib/farm/series/service.server";
import { bodyOf, revalidatedJson } from "@/lib/web/http/responses.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(readSeries, async ({ actor, query, request }) => {
    const { signal } = request;
    if (query.format === "columns")
      return revalidatedJson(request, bodyOf(await loadSeriesColumns(actor, query, { signal })));
    const series = await loadSeries(actor, query, { signal });
    return revalidatedJson(request, bodyOf({ series: series.map(seriesToText) }));
  }),
});
