// Sends one request over and over on `connections` connections until SIGTERM, then prints the number of answers by
// status. It is a separate process, so that it takes no time from the one that measures.
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
