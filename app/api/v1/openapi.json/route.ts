import { openApiDocument } from "@/lib/http/openapi";
import { jsonResponse, route } from "@/lib/http/route.server";
import { ENDPOINTS, readOpenApi } from "./endpoints";

const info = {
  title: "Leafwatch",
  version: "1",
  description: "Alerts, control areas, index history and queries. Times are RFC 3339, UTC.",
};

export const GET = route(readOpenApi, async () => jsonResponse(openApiDocument(ENDPOINTS, info)));
