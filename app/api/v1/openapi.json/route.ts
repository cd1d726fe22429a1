import { openApiDocument } from "@/lib/web/http/openapi";
import { jsonResponse, methods, route } from "@/lib/web/http/route.server";
import { ENDPOINTS, readOpenApi } from "./endpoints";

const info = {
  title: "Leafwatch",
  version: "1",
  description: "Alerts, control areas, index history and queries. Times are RFC 3339, UTC.",
};

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(readOpenApi, async () => jsonResponse(openApiDocument(ENDPOINTS, info))),
});
