// Stand-in app. `/env` returns its environment, `/die` ends it, `/hang` makes it ignore SIGTERM,
// `/freeze` blocks its event loop.

import { createServer } from "node:http";

const server = createServer((request, response) => {
  if (request.url === "/die") process.exit(3);
  if (request.url === "/hang") process.on("SIGTERM", () => {});
  if (request.url === "/freeze") for (;;);
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ pid: process.pid, env: process.env }));
});

server.listen(Number(process.env.PORT), process.env.HOST);
