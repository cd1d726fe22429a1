// A TCP proxy between the program and the service that injects network faults.

import type { AddressInfo } from "node:net";
import { connect, createServer, type Server, type Socket } from "node:net";

/** A fault of one connection. Bytes count the response with its headers. */
export type Toxic =
  | { kind: "latency"; ms: number }
  /** RST as soon as the request has arrived; the service never sees it. */
  | { kind: "reset" }
  /** The service gets the request; the connection closes after this many bytes of the response. */
  | { kind: "cut"; after: number }
  /** The same with an RST. */
  | { kind: "cut-reset"; after: number }
  /** Accepted, but never answered. */
  | { kind: "silent" }
  /** Half open: this many bytes of the response, then nothing. */
  | { kind: "stall"; after: number }
  /** Sends this many bytes of the response at a time. */
  | { kind: "trickle"; bytes: number; everyMs: number };

export type ToxicProxy = {
  origin: string;
  /** Request lines received: `GET /v1/query/…`. */
  requests: string[];
  /** Applies a fault to the next `times` connections whose request line contains `what`. */
  poison(what: string, toxic: Toxic, times?: number): void;
  /** Holds back every byte of every connection from now on, open ones included; nothing is reset. */
  hold(): void;
  /** Releases the held bytes. */
  release(): void;
  stop(): Promise<void>;
};

type Dose = { what: string; toxic: Toxic; left: number };

/** Starts a proxy to an address; the program does not reuse connections, so each has one request. */
export async function startToxicProxy(target: string): Promise<ToxicProxy> {
  const { hostname, port } = new URL(target);
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let doses: Dose[] = [];
  let held = false;
  const pairs = new Set<[Socket, Socket]>();
  const waiting = new Set<() => void>();
  const server: Server = createServer((client) => {
    keep(sockets, client);
    keep(sockets, client);
    if (held) waiting.add(() => serve(client));
    else serve(client);
  });
  const serve = (client: Socket) => {
    client.resume();
    client.once("data", (head) => {
      const [line = ""] = head.toString("latin1").split("\r\n");
      requests.push(line);
      const dose = doses.find((each) => each.left > 0 && line.includes(each.what));
      if (dose) dose.left--;
      if (held) {
        client.pause();
        client.unshift(head);
        waiting.add(() => serve(client));
        return;
      }
      if (dose?.toxic.kind === "silent") return;
      if (dose?.toxic.kind === "reset") return void client.resetAndDestroy();
      const upstream = connect(Number(port), hostname);
      keep(sockets, upstream);
      upstream.write(head);
      client.pipe(upstream);
      forward(upstream, client, dose?.toxic);
      if (!dose) joined(pairs, client, upstream);
    });
  };
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    poison: (what, toxic, times = 1) => {
      doses = [...doses, { what, toxic, left: times }];
    },
    hold: () => {
      held = true;
      for (const [client, upstream] of pairs) {
        client.unpipe(upstream);
        upstream.unpipe(client);
      }
    },
    release: () => {
      held = false;
      for (const [client, upstream] of pairs) {
        client.pipe(upstream);
        upstream.pipe(client);
      }
      for (const go of waiting) go();
      waiting.clear();
    },
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function keep(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket);
  socket.on("error", () => socket.destroy());
  socket.on("close", () => sockets.delete(socket));
}

function joined(pairs: Set<[Socket, Socket]>, client: Socket, upstream: Socket): void {
  const pair: [Socket, Socket] = [client, upstream];
  pairs.add(pair);
  for (const socket of pair) socket.on("close", () => pairs.delete(pair));
}

function forward(upstream: Socket, client: Socket, toxic: Toxic | undefined): void {
  client.on("close", () => upstream.destroy());
  if (!toxic) upstream.pipe(client);
  else if (toxic.kind === "latency") setTimeout(() => upstream.pipe(client), toxic.ms);
  else if (toxic.kind === "trickle") void trickle(upstream, client, toxic);
  else if ("after" in toxic) part(upstream, client, toxic);
}

function part(
  upstream: Socket,
  client: Socket,
  toxic: { kind: "cut" | "cut-reset" | "stall"; after: number },
): void {
  let left = toxic.after;
  upstream.on("data", (chunk) => {
    if (left <= 0) return;
    const piece = chunk.subarray(0, left);
    left -= piece.length;
    client.write(piece, () => {
      if (left > 0 || toxic.kind === "stall") return;
      if (toxic.kind === "cut") client.destroy();
      // An immediate RST would discard written bytes.
      else setTimeout(() => client.resetAndDestroy(), 20);
    });
  });
}

async function trickle(
  upstream: Socket,
  client: Socket,
  { bytes, everyMs }: { bytes: number; everyMs: number },
): Promise<void> {
  for await (const chunk of upstream as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length && !client.destroyed; at += bytes) {
      client.write(chunk.subarray(at, at + bytes));
      await new Promise((done) => setTimeout(done, everyMs));
    }
    if (client.destroyed) return;
  }
  client.end();
}
