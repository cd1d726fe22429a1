import "server-only";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { type AddressKind, kindOfAddress } from "@/lib/base/core/addresses";
import { type AddressPolicy, allowedAddresses, guardedLookup } from "@/lib/service/guarded-fetch.server";

/** An address of this installation that others answer at. */
export type Place = {
  /** Whose it is, for people. */
  name: string;
  /** `https:`, `http:`, `smtps:` or `smtp:`, without credentials. */
  url: URL;
  policy: AddressPolicy;
};

/** What a place showed of itself. */
export type Probe = {
  /** The end of its certificate; null over plain http, or unknown. */
  until: Date | null;
  /** Why clients do not trust the certificate, in OpenSSL's words; null if they do. */
  distrust: string | null;
  /** Milliseconds that its clock is ahead of ours, by its Date header; null if it sent none. */
  aheadMs: number | null;
  /** The network of a mail server that offers no STARTTLS, and so has no certificate; missing otherwise. */
  plainIn?: AddressKind;
};

const LIMIT_MS = 5_000;
/** A Date header has whole seconds: on average half a second is cut. */
const CUT_MS = 500;

/**
 * Asks a place for its certificate and clock within 5 s, without credentials. Calls only what the policy allows; a bad
 * certificate is described, not refused, since nothing is told to the other side.
 * @throws Error if it does not answer, TransportError `refused-address` if it may not be called
 */
export async function probe({ url, policy }: Place): Promise<Probe> {
  // Sockets call `lookup` for names only, not for literal addresses.
  if (isIP(bare(url.hostname))) await allowedAddresses(url.hostname, policy);
  return url.protocol.startsWith("smtp") ? probeMail(url, policy) : probeWeb(url, policy);
}

function probeWeb(url: URL, policy: AddressPolicy): Promise<Probe> {
  const secure = url.protocol === "https:";
  const begun = Date.now();
  return new Promise((done, fail) => {
    const asked = (secure ? requestHttps : requestHttp)(
      url,
      {
        method: "HEAD",
        agent: false,
        headers: { "user-agent": "Leafwatch" },
        lookup: guardedLookup(policy),
        rejectUnauthorized: false,
        signal: AbortSignal.timeout(LIMIT_MS),
      },
      (answer) => {
        const middle = (begun + Date.now()) / 2;
        const date = Date.parse(answer.headers.date ?? "");
        const aheadMs = Number.isNaN(date) ? null : date + CUT_MS - middle;
        const shown = secure ? certificateOf(answer.socket as TLSSocket) : { until: null, distrust: null };
        answer.destroy();
        done({ ...shown, aheadMs });
      },
    );
    asked.on("error", fail);
    asked.end();
  });
}

/** A mail server speaks TLS at once (`smtps:`), or after STARTTLS (RFC 3207). */
async function probeMail(url: URL, policy: AddressPolicy): Promise<Probe> {
  const host = bare(url.hostname);
  const atOnce = url.protocol === "smtps:";
  const port = Number(url.port) || (atOnce ? 465 : 587);
  const plain = connect({ host, port, lookup: guardedLookup(policy) });
  const timer = setTimeout(
    () => plain.destroy(new Error(`no answer within ${LIMIT_MS / 1_000} s`)),
    LIMIT_MS,
  );
  try {
    if (!atOnce) {
      await say(plain, null, "220");
      const offers = await say(plain, "EHLO leafwatch", "250");
      if (!/^250[ -]STARTTLS\s*$/im.test(offers)) {
        const plainIn = kindOfAddress(plain.remoteAddress ?? "") ?? "public";
        return { until: null, distrust: null, aheadMs: null, plainIn };
      }
      await say(plain, "STARTTLS", "220");
    }
    const name = isIP(host) ? {} : { servername: host };
    const socket = connectTls({ socket: plain, ...name, rejectUnauthorized: false });
    await new Promise<void>((done, fail) => {
      socket.once("secureConnect", done);
      socket.once("error", fail);
      plain.once("error", fail);
    });
    const shown = certificateOf(socket);
    socket.destroy();
    return { ...shown, aheadMs: null };
  } finally {
    clearTimeout(timer);
    plain.destroy();
  }
}

/** Sends a line and waits for its whole answer, which it returns. @throws Error on another code */
function say(socket: Socket, line: string | null, code: string): Promise<string> {
  return new Promise((done, fail) => {
    let text = "";
    const stop = () => {
      socket.off("data", hear);
      socket.off("error", broken);
      socket.off("close", closed);
    };
    const broken = (error: Error) => {
      stop();
      fail(error);
    };
    const closed = () => broken(new Error("the connection was closed"));
    const hear = (bytes: Buffer) => {
      text += bytes.toString("latin1");
      const last = /^(\d{3})(?: .*)?\r?$/m.exec(text.slice(0, 10_000));
      if (!last || !text.endsWith("\n")) return;
      stop();
      if (last[1] === code) done(text);
      else fail(new Error(`it answered ${last[1]} to ${line ?? "the connection"}`));
    };
    socket.on("data", hear);
    socket.on("error", broken);
    socket.on("close", closed);
    if (line !== null) socket.write(`${line}\r\n`);
  });
}

function certificateOf(socket: TLSSocket): Pick<Probe, "until" | "distrust"> {
  const { valid_to: text } = socket.getPeerCertificate();
  const until = text ? new Date(text) : null;
  const why = socket.authorizationError as unknown;
  const distrust = why ? (why instanceof Error ? why.message : String(why)) : null;
  return { until, distrust };
}

const bare = (host: string) => host.replace(/^\[(.*)\]$/, "$1");
