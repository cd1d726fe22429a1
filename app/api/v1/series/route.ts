import { route } from "@/lib/http/route.server";
import { readSeries } from "@/lib/series/contract";
import { readSeriesOf } from "@/lib/series/service.server";

export const GET = route(readSeries, ({ actor, query }) => readSeriesOf(actor, query));
