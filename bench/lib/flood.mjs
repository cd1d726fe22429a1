// Sends one request over and over, on so many connections at once, until it is told to stop; then says how often which
// status came. A process of its own, so that it costs the one that measures nothing.
//   flood.mjs {"port", "path", "method", "headers", "body", "connections"}

import { Agent, request } from "node:http";

const { port, path, method = "GET", headers = {}, body, connections } = JSON.parse(process.argv[2] ?? "{}");
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const counts = {};
let stopped = false;

function once() {
  return new Promise((resolve) => {
    const sent = request({ host: "127.0.0.1", port, path, method, headers, agent }, (answer) => {
      counts[answer.statusCode] = (counts[answer.statusCode] ?? 0) + 1;
      answer.resume();
      answer.on("end", resolve);
      answer.on("error", resolve);
    });
    sent.on("error", () => {
      counts.failed = (counts.failed ?? 0) + 1;
      setTimeout(resolve, 50);
    });
    sent.end(body);
  });
}

async function keepOn() {
  while (!stopped) await once();
}

process.once("SIGTERM", () => {
  stopped = true;
  process.stdout.write(JSON.stringify(counts), () => process.exit(0));
});
for (let n = 0; n < connections; n += 1) void keepOn();
