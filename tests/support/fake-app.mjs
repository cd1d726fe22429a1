// Answers as the app does while it is alive. `/env` gives what it was started with, `/die` ends it,
// `/hang` makes it deaf to a polite end, `/freeze` lets it do nothing any more.

import { createServer } from "node:http";

const server = createServer((request, response) => {
  if (request.url === "/die") process.exit(3);
  if (request.url === "/hang") process.on("SIGTERM", () => {});
  if (request.url === "/freeze") for (;;);
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ pid: process.pid, env: process.env }));
});

server.listen(Number(process.env.PORT), process.env.HOST);
