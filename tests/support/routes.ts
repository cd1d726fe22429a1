// The handlers of the read API as the file system has them, by the address that a declaration gives them.

import { readdir } from "node:fs/promises";
import { join } from "node:path";

type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string | string[]>> },
) => Promise<Response>;

const root = join(import.meta.dirname, "../../app/api/v1");
let found: Promise<Map<string, Handler>> | undefined;

/** Every GET of the read API: `/api/v1/alerts/{alertId}` and its handler. */
export function readRoutes(): Promise<Map<string, Handler>> {
  found ??= findRoutes();
  return found;
}

async function findRoutes(): Promise<Map<string, Handler>> {
  const files = (await readdir(root, { recursive: true })).filter((file) => file.endsWith("route.ts"));
  const routes = new Map<string, Handler>();
  for (const file of files) {
    const { GET } = (await import(join(root, file))) as { GET?: Handler };
    const address = file.replace(/\/route\.ts$/, "").replaceAll(/\[(\w+)\]/g, "{$1}");
    if (GET) routes.set(`/api/v1/${address}`, GET);
  }
  return routes;
}
