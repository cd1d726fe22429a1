// The offline page of the service worker, in front of a server that is stopped and started again.

import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { wholeBrowser } from "./support/browsers";

test.use(wholeBrowser);

const FILES: Record<string, string> = { "/sw.js": "text/javascript", "/offline.html": "text/html" };

/** Serves the worker's files, and a page that registers the worker for every other path. */
async function listen(port: number): Promise<Server> {
  const server = createServer(async (request, answer) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const type = FILES[pathname];
    answer.setHeader("content-type", type ?? "text/html");
    answer.end(
      type
        ? await readFile(`public${pathname}`)
        : "<h1>Live</h1><script>navigator.serviceWorker.register('/sw.js')</script>",
    );
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return server;
}

async function stop(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

test("counts down while the server is gone, and returns to the same address by itself", async ({ page }) => {
  let server = await listen(0);
  try {
    const { port } = server.address() as AddressInfo;
    const wanted = `http://localhost:${port}/alerts?severity=HIGH&q=a%26b#row`;
    await page.goto(`http://localhost:${port}/`);
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await stop(server);
    await page.goto(wanted);
    await expect(page.getByRole("heading", { name: "Cannot see" })).toBeVisible();
    await expect(page.getByText("Next try in 3 s.")).toBeVisible();
    await expect(page.getByText("Next try in 10 s.")).toBeVisible();
    server = await listen(port);
    await expect(page.getByRole("heading", { name: "Live" })).toBeVisible({ timeout: 20_000 });
    expect(page.url()).toBe(wanted);
  } finally {
    await stop(server);
  }
});
