// The handlers of the read API, found in the file system and keyed by their declared path.

import { readdir } from "node:fs/promises";
import { join } from "node:path";

type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string | string[]>> },
) => Promise<Response>;

const root = join(import.meta.dirname, "../..");
let found: Promise<Map<string, Handler>> | undefined;

/** Every GET of the read API: `/api/v1/alerts/{alertId}` and its handler. */
export function readRoutes(): Promise<Map<string, Handler>> {
  found ??= findRoutes();
  return found;
}

async function findRoutes(): Promise<Map<string, Handler>> {
  const files = [...(await filesIn("app/api/v1", "route.ts")), ...(await filesIn("pages/api/v1", ".ts"))];
  const routes = new Map<string, Handler>();
  for (const file of files) {
    const { GET } = (await import(join(root, file))) as { GET?: Handler };
    const address = file.replace(/(?:\/route)?\.ts$/, "").replaceAll(/\[(\w+)\]/g, "{$1}");
    if (GET) routes.set(address.replace(/^(?:app|pages)/, ""), GET);
  }
  return routes;
}

async function filesIn(folder: string, ending: string): Promise<string[]> {
  const all = await readdir(join(root, folder), { recursive: true });
  return all.filter((file) => file.endsWith(ending)).map((file) => `${folder}/${file}`);
}
