// The port of the app.

import { createServer } from "node:net";
import { codeOf, Fault } from "./fault.mjs";

/**
 * Checks that the app can listen on the port.
 * @param {string} host
 * @param {number} port 0 picks a free one
 * @returns {Promise<number>}
 */
export async function claimPort(host, port) {
  try {
    return await tryListen(host, port);
  } catch (error) {
    throw new Fault(explain(codeOf(error), host, port), { cause: error });
  }
}

/**
 * @param {string} code
 * @param {string} host
 * @param {number} port
 */
function explain(code, host, port) {
  if (code === "EADDRINUSE")
    return `Port ${port} is taken: stop what listens there, or set PORT to another one.`;
  if (code === "EACCES") return `Port ${port} is reserved for root: set PORT to one above 1023.`;
  return `The app can't listen on ${host}, port ${port} (${code}): correct HOST or PORT.`;
}

/**
 * @param {string} host
 * @param {number} port
 * @returns {Promise<number>}
 */
function tryListen(host, port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(port, host, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : port));
    });
  });
}
