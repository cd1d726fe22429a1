// Forged requests: signed, then changed in the body or in the signature.

import { createHmac } from "node:crypto";
import { findSigner } from "@/lib/alerting/webhooks/signature.server";
import type { WebhookKey } from "@/lib/farm/tenancies/contract";

const key: WebhookKey = {
  ...{ tenancyId: 1, tenantId: "T", secretId: 1, header: "Service-Signature" },
  secret: "zl1kq0DzJ2n3bT5o0pQe7w==",
};
const other: WebhookKey = { ...key, tenancyId: 2, secretId: 2, secret: "another secret altogether" };
const keys = [other, key];

/** Returns a generator of integers in [0, below), reproducible for a seed (xorshift). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

type Forgery = { body: Buffer; signature: string };
type Change = (genuine: Forgery, random: (below: number) => number) => Forgery;

const changes: Change[] = [
  // One bit of the body.
  ({ body, signature }, random) => ({ body: flip(body, random(body.length), random(8)), signature }),
  // A byte appended, or the body truncated.
  ({ body, signature }, random) => ({
    body: Buffer.concat([body, Buffer.from([random(256)])]),
    signature,
  }),
  ({ body, signature }, random) => ({ body: body.subarray(0, random(body.length)), signature }),
  // One bit of the signature.
  ({ body, signature }, random) => ({
    body,
    signature: flip(Buffer.from(signature, "hex"), random(32), random(8)).toString("hex"),
  }),
  // A digit appended, the signature truncated, or a character that is no hex digit.
  ({ body, signature }, random) => ({ body, signature: signature + random(16).toString(16) }),
  ({ body, signature }, random) => ({ body, signature: signature.slice(0, random(64)) }),
  ({ body, signature }, random) => ({ body, signature: `${signature.slice(0, random(63))}g${signature}` }),
  // The signature of other bytes, or of another secret.
  ({ body }, random) => ({ body, signature: sign(Buffer.from(String(random(2 ** 31))), key.secret) }),
  ({ body }, random) => ({ body, signature: sign(body, `guess ${random(2 ** 31)}`) }),
];

const flip = (bytes: Buffer, at: number, bit: number) => {
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8(at) ^ (1 << bit), at);
  return changed;
};
const sign = (body: Buffer, secret: string) => createHmac("sha256", secret).update(body).digest("hex");
const accepts = ({ body, signature }: Forgery) =>
  findSigner(keys, { [key.header.toLowerCase()]: signature }, body) !== undefined;

/**
 * Counts the forgeries that the intake accepts as genuine.
 * @throws Error if it refuses a genuine request, because the count then proves nothing
 */
export function countAccepted(forgeries: number, seed: number): number {
  const random = randomFrom(seed);
  let accepted = 0;
  for (let n = 0; n < forgeries; n++) {
    const body = Buffer.from(`{"alertId":"${n}","event":"RAISED","more":"${random(2 ** 31)}"}`);
    const genuine = { body, signature: sign(body, key.secret) };
    if (n % 1_000 === 0 && !accepts(genuine)) throw new Error("A genuine request is refused");
    const change = changes[n % changes.length];
    if (change && accepts(change(genuine, random))) accepted += 1;
  }
  return accepted;
}
