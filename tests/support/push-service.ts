// A local push service, and a browser that decrypts its messages: RFC 8030, 8188, 8291 and 8292.

import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { DeviceInput } from "@/lib/alerting/notices/contract";

export type PushMessage = {
  device: string;
  headers: IncomingMessage["headers"];
  text: { title: string; body: string; tag: string; url: string; level: string };
};

type Key = { ecdh: ECDH; auth: Buffer };

/** Starts it; `answers` has the next statuses of each device's address, 201 by default. */
export async function startPushService() {
  const keys = new Map<string, Key>();
  const messages: PushMessage[] = [];
  const answers = new Map<string, number[]>();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const device = (request.url ?? "").slice(1);
    const status = answers.get(device)?.shift() ?? 201;
    const key = keys.get(device);
    if (status === 201 && key)
      messages.push({
        device,
        headers: request.headers,
        text: JSON.parse(decrypt(Buffer.concat(parts), key)),
      });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    messages,
    answers,
    /** A browser that subscribes. */
    subscribe(device: string): DeviceInput {
      const ecdh = createECDH("prime256v1");
      const p256dh = ecdh.generateKeys().toString("base64url");
      const auth = randomBytes(16);
      keys.set(device, { ecdh, auth });
      return { endpoint: `${origin}/${device}`, p256dh, auth: auth.toString("base64url"), device };
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function decrypt(body: Buffer, { ecdh, auth }: Key): string {
  const salt = body.subarray(0, 16);
  const keyEnd = 21 + (body[20] ?? 0);
  const sender = body.subarray(21, keyEnd);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), sender]);
  const shared = Buffer.from(hkdfSync("sha256", ecdh.computeSecret(sender), auth, info, 32));
  const part = (name: string, length: number) =>
    Buffer.from(hkdfSync("sha256", shared, salt, `Content-Encoding: ${name}\0`, length));
  const record = body.subarray(keyEnd);
  const decipher = createDecipheriv("aes-128-gcm", part("aes128gcm", 16), part("nonce", 12));
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString("utf8");
}

/** The claims of a sender whose signature matches its key (RFC 8292). */
export function claimsOf(authorization: string | undefined): {
  claims: Record<string, unknown>;
  key: string;
} {
  const [, token = "", key = ""] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization ?? "") ?? [];
  const [head, claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((one) => one.toString("base64url"));
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const fits = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!fits) throw new Error("The sender's signature does not fit its key");
  return { claims: JSON.parse(Buffer.from(claims, "base64url").toString()), key };
}
