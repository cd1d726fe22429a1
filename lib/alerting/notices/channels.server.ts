import "server-only";
import { createHash } from "node:crypto";
import webPush from "web-push";
import { kindOfHost } from "@/lib/base/core/addresses";
import { AppError } from "@/lib/base/core/errors";
import { env } from "@/lib/base/env/env.server";
import type { Sent } from "@/lib/base/mail/mail.server";
import { PUSH_KEY_PURPOSE } from "@/lib/base/secrets/contract";
import { seal, unseal } from "@/lib/base/secrets/seal.server";
import { TransportError } from "@/lib/service/errors";
import { checkAddress, createGuardedFetch } from "@/lib/service/guarded-fetch.server";
import { addPushKeys, findPushKeys, type StoredDevice } from "./store.server";
import type { NoticeText } from "./words";

type Subscription = Pick<StoredDevice, "endpoint" | "p256dh" | "auth">;

/** Push services drop a message to a device that is off for longer. */
const PUSH_TTL_S = 12 * 3_600;

/** Returns the public key that browsers bind subscriptions to (RFC 8292), base64url. Created at first use. */
export async function pushKey(): Promise<string> {
  return (await storedKeys()).publicKey;
}

async function storedKeys() {
  const known = await findPushKeys();
  if (known) return known;
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  await addPushKeys({
    publicKey,
    sealed: Buffer.from(seal(privateKey, PUSH_KEY_PURPOSE)).toString("base64"),
  });
  const kept = await findPushKeys();
  if (!kept) throw new AppError("unavailable", "The keys for notices could not be kept.");
  return kept;
}

/**
 * Checks the address of a push service before it is saved.
 * @throws AppError `bad-request` on `endpoint`
 */
export async function checkEndpoint(endpoint: string): Promise<void> {
  try {
    requireHttps(endpoint);
    await checkAddress(endpoint, policy());
  } catch (error) {
    if (!(error instanceof TransportError))
      throw new AppError("bad-request", "The push service of this browser is not known to our network.", {
        parameter: "endpoint",
        cause: error,
      });
    throw new AppError("bad-request", `The push service cannot be used: ${error.message}.`, {
      parameter: "endpoint",
    });
  }
}

/** Allows http only for private addresses, which the operator has to allow anyway. */
function requireHttps(endpoint: string): void {
  const { protocol, hostname } = new URL(endpoint);
  if (protocol !== "https:" && kindOfHost(hostname) === "public")
    throw new TransportError("refused-address", "the address must begin with https://");
}

const policy = () => ({ allowPrivate: false, allowList: env().LEAFWATCH_ALLOW_PRIVATE_HOSTS });

/**
 * Sends one message, encrypted for the device (RFC 8291) and signed (RFC 8292). Failures of the push service are in the
 * result. Errors never contain the subscription's address: whoever has it can send to it.
 */
export async function sendPush(subscription: Subscription, text: NoticeText): Promise<Sent> {
  const host = new URL(subscription.endpoint).host;
  try {
    requireHttps(subscription.endpoint);
    const { headers, body } = await buildPushRequest(subscription, text);
    const fetch = createGuardedFetch({ ...policy(), connectMs: 10_000, headersMs: 15_000 });
    const answer = await fetch(subscription.endpoint, { method: "POST", headers, body });
    await answer.body?.cancel();
    return judge(answer.status, host);
  } catch (error) {
    if (error instanceof AppError) return { outcome: "failed", error: error.message, again: true };
    const refused = error instanceof TransportError && error.fault === "refused-address";
    const cause = error instanceof TransportError ? error.message : `does not answer (${codeOf(error)})`;
    return { outcome: "failed", error: refused ? cause : `${host}: ${cause}`, again: !refused };
  }
}

function judge(status: number, host: string): Sent {
  if (status >= 200 && status < 300) return { outcome: "sent" };
  const error = `${host} answered ${status}`;
  if (status === 404 || status === 410)
    return { outcome: "gone", error: `${error}: the device takes no notices any more`, again: false };
  return { outcome: "failed", error, again: status === 408 || status === 429 || status >= 500 };
}

async function buildPushRequest(subscription: Subscription, text: NoticeText) {
  const { endpoint, p256dh, auth } = subscription;
  const { publicKey, sealed } = await storedKeys();
  const privateKey = unseal(Buffer.from(sealed, "base64"), PUSH_KEY_PURPOSE);
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(text),
    {
      TTL: PUSH_TTL_S,
      urgency: text.level === "high" ? "high" : "normal",
      topic: createHash("sha256").update(text.tag).digest("base64url").slice(0, 32),
      vapidDetails: { subject: contactAddress(), publicKey, privateKey },
    },
  );
  const plain = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return { headers: Object.fromEntries(plain), body: new Uint8Array(body ?? []) };
}

/** The contact for push services (RFC 8292). */
function contactAddress(): string {
  const { LEAFWATCH_URL: url, LEAFWATCH_SMTP_FROM: from } = env();
  const { protocol, hostname } = new URL(url);
  if (protocol === "https:" && hostname !== "localhost") return url;
  return `mailto:${from ? /([^\s<>]+)>?$/.exec(from)?.[1] : `leafwatch@${hostname}`}`;
}

function codeOf(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  return error instanceof Error ? error.name : "failed";
}
