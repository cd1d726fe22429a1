import "server-only";
import { readdir, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import {
  findReceiver,
  LOW_SPACE_BYTES,
  readFreeSpace,
  receiverFile,
} from "@/lib/alerting/webhooks/service.server";
import { env } from "@/lib/base/env/env.server";
import { bad, describeAge, type Finding, ok, warn } from "./contract";

const GIGABYTE = 1e9;

/** Free space below which doctor reports an error. */
export const NO_SPACE_BYTES = 0.2 * GIGABYTE;

/** Checks the version of Node.js. */
export function lookAtNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const fits = major > 20 || (major === 20 && minor >= 19);
  const is = `Node.js ${process.versions.node}`;
  return fits ? ok(is) : bad(is, "Install Node.js 20.19 or newer.");
}

/** Checks the permissions of the data folder and the free space of its disk. */
export async function lookAtDataDir(): Promise<Finding[]> {
  const folder = env().LEAFWATCH_DATA_DIR;
  const facts = await stat(folder).catch(() => null);
  if (!facts) return [warn(`There is no data folder ${folder} yet`, "npm start makes it.")];
  const findings: Finding[] = [];
  if (facts.mode & 0o066)
    findings.push(
      bad(`Others may read or change the data folder ${folder}`, `Close it: chmod 711 ${folder}`),
    );
  const names = await readdir(folder).catch(() => []);
  if (names.some((name) => name.startsWith("restoring-")))
    findings.push(
      bad(
        `A restore of ${folder} is under way or was cut short`,
        "Wait for it, or start Leafwatch: that finishes it or takes it back.",
      ),
    );
  for (const name of ["secret-keys", "postgres.json", "webhook-keys.sealed"]) {
    const file = await stat(join(folder, name)).catch(() => null);
    if (file && file.mode & 0o077)
      findings.push(
        bad(`Others may read ${join(folder, name)}`, `Close it: chmod 600 ${join(folder, name)}`),
      );
  }
  if (findings.length === 0) findings.push(ok(`The data folder ${folder} is private`));
  return [...findings, await lookAtDisk(folder)];
}

async function lookAtDisk(folder: string): Promise<Finding> {
  const { free } = await readFreeSpace(join(folder, "spool"));
  if (free === null) return warn(`The room beside ${folder} is not known`, "Look at it with df.");
  const is = `${(free / GIGABYTE).toFixed(1)} GB are free beside the data folder`;
  if (free < NO_SPACE_BYTES)
    return bad(is, "Make room: without it nothing can be kept while the database is away.");
  return free < LOW_SPACE_BYTES ? warn(is, "Make room soon.") : ok(is);
}

/** Checks the spool for waiting notifications. */
export async function lookAtSpool(): Promise<Finding[]> {
  const folder = join(env().LEAFWATCH_DATA_DIR, "spool");
  const names = await readdir(folder).catch(() => []);
  const segments = names.filter((name) => name.endsWith(".segment"));
  const torn = await readdir(join(folder, "torn")).catch(() => []);
  const damaged = await readdir(join(folder, "damaged")).catch(() => []);
  return [
    segments.length === 0
      ? ok("The spool is empty")
      : warn(
          `${segments.length} files of notifications wait in the spool`,
          "They are applied when Leafwatch runs and the database answers; the log says why when they stay.",
        ),
    ...(damaged.length > 0
      ? [
          bad(
            `${damaged.length} damaged pieces are in ${join(folder, "damaged")}`,
            "The disk changed notifications that waited there. Check the disk, look at them, then delete them.",
          ),
        ]
      : []),
    ...(torn.length > 0
      ? [
          warn(
            `${torn.length} torn pieces are in ${join(folder, "torn")}`,
            "A power cut left them; look at them, then delete them.",
          ),
        ]
      : []),
  ];
}

/** Checks the receiver, where one has been used. */
export async function lookAtReceiver(): Promise<Finding[]> {
  const receiver = await findReceiver();
  if (receiver === null) return [];
  const { is, at, waiting, failure } = receiver;
  if (is !== "running")
    return [
      bad(
        `The receiver ${is === "stopped" ? "was stopped" : "gave its last sign of life"} ${describeAge(new Date(at))}`,
        `Start it: npm run receiver. Until then no notification comes through it. If it is no longer used, delete ${receiverFile()}.`,
      ),
    ];
  if (failure !== null)
    return [bad(`The receiver cannot write its spool: ${failure}`, "Make room, or repair the disk.")];
  if (waiting === 0) return [ok("The receiver runs and holds nothing back")];
  const held = waiting === 1 ? "1 notification" : `${waiting} notifications`;
  return [
    warn(
      `The receiver runs and holds ${held}`,
      "They are applied when Leafwatch answers; the receiver's log says why when they stay.",
    ),
  ];
}

/** Checks that Leafwatch answers on its port, or that the port is free. */
export async function lookAtPort(): Promise<Finding> {
  const { PORT: port, HOST: host } = env();
  if (await answers(`http://${reachable(host)}:${port}`)) return ok(`Leafwatch answers on port ${port}`);
  const free = await new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
  if (free)
    return warn(
      `No Leafwatch answers on port ${port}, which is free`,
      "Start it: npm start. If it runs on another port, give this command the same PORT.",
    );
  return bad(
    `Something else, or a Leafwatch that hangs, is on port ${port}`,
    "End it, or set PORT to another one.",
  );
}

/** The address at which this machine reaches a server that listens on `host`. */
function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

/** Checks the public address: https, and how cookies are marked. */
export async function lookAtUrl(): Promise<Finding[]> {
  const { LEAFWATCH_URL: text } = env();
  const { protocol, hostname } = new URL(text);
  if (["localhost", "127.0.0.1", "[::1]"].includes(hostname))
    return [
      warn(
        `LEAFWATCH_URL is ${text}: only this machine can come in by it`,
        "Set it to the address that people use, such as https://leafwatch.farm.example.",
      ),
    ];
  const safe =
    protocol === "https:"
      ? ok(`LEAFWATCH_URL is ${text}`)
      : bad(
          `LEAFWATCH_URL is ${text}: passwords go over the network as they are`,
          "Put a proxy with a certificate before Leafwatch (deploy/), and set LEAFWATCH_URL to its https address.",
        );
  if (await answers(text)) return [safe];
  return [
    safe,
    warn(`${text} does not answer`, "Start Leafwatch, or look at the proxy and the name server."),
  ];
}

async function answers(address: string): Promise<boolean> {
  try {
    const answer = await fetch(new URL("/api/health/live", address), { signal: AbortSignal.timeout(5_000) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
