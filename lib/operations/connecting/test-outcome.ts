import { kindOfHost } from "@/lib/base/core/addresses";
import type { Words } from "@/lib/base/words/words";
import type { Advice } from "./connection-step";

/** The outcome of a test notification, sent to our own address. */
export type TestOutcome = {
  /** It was stored, as one of the service would be. */
  ok: boolean;
  /** RFC 3339. */
  at: string;
  /** From the request to its answer. */
  ms: number;
  /** The outcome, in one sentence. */
  said: string;
  advice: Advice | null;
  /** Its delivery; null if there is none, or not yet. */
  deliveryId: string | null;
};

type Judged = Pick<TestOutcome, "ok" | "said" | "advice">;

const UNTOUCHED = "Let POST /api/webhooks/alerts pass untouched, with its body and headers.";

const ADDRESS = "Compare LEAFWATCH_URL with the address in the browser, and restart after a change.";

/**
 * Judges the answer to a test notification.
 * @param answer `status` as in docs/spec/http-contract.md "What is answered", null for an answer without it
 * @param header the name of the header that carried the signature
 */
export function judgeTestAnswer(
  { httpStatus, status }: { httpStatus: number; status: string | null },
  header: string,
): Judged {
  if (httpStatus === 200 && status === "accepted")
    return {
      ok: true,
      said: "Signed, accepted and stored. It was a test, so no alert was made.",
      advice: null,
    };
  if (httpStatus === 202 && status === "spooled")
    return {
      ok: true,
      said: "Signed and kept on disk, since the database is out of reach or slow.",
      advice: {
        cause: "the database is busy or away.",
        next: "Look at the database; notifications are kept meanwhile.",
      },
    };
  const said = `Our own address answered ${httpStatus}${status ? `, ${status}` : ""}.`;
  return { ok: false, said, advice: adviceOn(httpStatus, header) };
}

function adviceOn(httpStatus: number, header: string): Advice {
  if (httpStatus === 401)
    return {
      cause: `a proxy before Leafwatch changes the body, or drops the header ${header}.`,
      next: UNTOUCHED,
    };
  if (httpStatus >= 300 && httpStatus < 400)
    return {
      cause: "the address sends callers elsewhere, which the service need not follow.",
      next: "Set LEAFWATCH_URL to the address that answers by itself, most often the one with https, and restart.",
    };
  if (httpStatus === 404 || httpStatus === 405)
    return { cause: "another program, or another path, answers at LEAFWATCH_URL.", next: ADDRESS };
  if (httpStatus === 413)
    return {
      cause: "a proxy before Leafwatch accepts only smaller bodies.",
      next: "Let it accept bodies of 262,144 bytes.",
    };
  if (httpStatus === 503)
    return {
      cause: "neither the database nor the spool can store anything.",
      next: "Look at the log of Leafwatch: it names the cause.",
    };
  return { cause: "a proxy before Leafwatch rejects requests to this path.", next: UNTOUCHED };
}

const NETWORK: Record<string, string> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "its name was not found",
  EAI_AGAIN: "its name was not found",
  ECONNRESET: "it broke the connection",
  EHOSTUNREACH: "there is no way to it",
  ENETUNREACH: "there is no way to it",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is not trusted here",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is not trusted here",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate is not trusted here",
  CERT_HAS_EXPIRED: "its certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name",
};

/** Judges a request without an answer by the network's error. */
export function judgeNoAnswer(error: unknown): Judged {
  const code = codeOf(error);
  const why = (code && NETWORK[code]) ?? "no answer came within 5 s";
  return {
    ok: false,
    said: `Our own address did not answer: ${why}.`,
    advice: {
      cause: "LEAFWATCH_URL is not an address under which this machine reaches itself.",
      next: ADDRESS,
    },
  };
}

/** `fetch` hides the network's error in its cause. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("code" in error && typeof error.code === "string") return error.code;
  return codeOf(error.cause);
}

/** Explains who can reach our own address, for its field. */
export function reachWords({ t }: Words, address: string): string {
  return kindOfHost(new URL(address).hostname) === "loopback"
    ? t("admin.tenancies.reachLoopback")
    : t("admin.tenancies.reachOutside");
}
