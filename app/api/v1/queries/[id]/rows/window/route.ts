import { route } from "@/lib/http/route.server";
import { queryRowWindow } from "@/lib/queries/contract";
import { readQueryRowWindow } from "@/lib/queries/rows-service.server";

export const GET = route(queryRowWindow, ({ actor, params, query }) =>
  readQueryRowWindow(actor, params.id, query),
);
