/**
 * The coded errors of the client. Their texts can be shown: they hold no token, no secret and no pre-signed address.
 */

/** Codes of the client's errors. */
export type PlantServiceErrorCode =
  /** The token endpoint refused our credentials, or the service refused a fresh token (401). */
  | "token-refused"
  /** 403: the token lacks the scope, or the licence lacks the data. */
  | "scope-missing"
  /** 400: the service did not accept the query. */
  | "bad-request"
  /** 429. */
  | "rate-limited"
  /** 503. */
  | "unavailable"
  /** Another 5xx. */
  | "server-error"
  /** No connection, or it was lost before an answer. */
  | "unreachable"
  | "timeout"
  /** The caller's own signal aborted the call. */
  | "aborted"
  /** An answer outside the interface. */
  | "bad-answer"
  /** FAILED or CANCELLED. */
  | "query-failed"
  /** The service no longer has the result: submit the query again, once. */
  | "result-expired"
  /** The result ended too early: open it again. */
  | "download-cut"
  /** An address that must not be called. */
  | "refused-address";

/** The request that failed: `download` asks the service for the result, `result` reads it where it lies. */
export type PlantServiceCall = "token" | "submit" | "status" | "download" | "result";

const CALL_NAMES: Record<PlantServiceCall, string> = {
  token: "Token request",
  submit: "Submit",
  status: "Status",
  download: "Download",
  result: "Result",
};

const TRANSIENT: ReadonlySet<PlantServiceErrorCode> = new Set([
  "rate-limited",
  "unavailable",
  "server-error",
  "unreachable",
  "timeout",
  "download-cut",
]);

/** The facts of an error; texts must already be redacted. */
export interface PlantServiceFailure {
  code: PlantServiceErrorCode;
  call: PlantServiceCall;
  httpStatus?: number | null;
  /** The service's own words. */
  serviceMessage?: string | null;
  /** Our words, without a full stop: "the connection was refused". */
  detail?: string;
  /** The way to the result: "through a pre-signed address". */
  variant?: string | null;
  /** Seconds. */
  retryAfter?: number | null;
  /** The request never reached the service, so it can be repeated safely. */
  neverSent?: boolean;
  cause?: unknown;
}

/** A failed step of the client. Its message is one plain sentence: `Submit answered 403: "scope missing"`. */
export class PlantServiceError extends Error {
  readonly code: PlantServiceErrorCode;
  readonly call: PlantServiceCall;
  readonly httpStatus: number | null;
  readonly serviceMessage: string | null;
  readonly variant: string | null;
  /** Seconds until the next try, by Retry-After; null without it. */
  readonly retryAfter: number | null;
  readonly neverSent: boolean;

  constructor(failure: PlantServiceFailure) {
    super(sentence(failure), failure.cause === undefined ? undefined : { cause: failure.cause });
    this.name = "PlantServiceError";
    this.code = failure.code;
    this.call = failure.call;
    this.httpStatus = failure.httpStatus ?? null;
    this.serviceMessage = failure.serviceMessage ?? null;
    this.variant = failure.variant ?? null;
    this.retryAfter = failure.retryAfter ?? null;
    this.neverSent = failure.neverSent ?? false;
  }

  /**
   * The same step may be tried again later. A submit may be only after 429, 503 or a request that never
   * arrived: otherwise the service may already run the query (docs/spec/service-in-the-field.md "Query life cycle").
   */
  get retryable(): boolean {
    if (this.call !== "submit") return TRANSIENT.has(this.code);
    return this.neverSent || this.code === "rate-limited" || this.code === "unavailable";
  }
}

function sentence(failure: PlantServiceFailure): string {
  const { call, httpStatus, serviceMessage, detail, variant } = failure;
  const head = `${CALL_NAMES[call]}${variant ? ` ${variant}` : ""}`;
  if (!httpStatus) return `${head} failed: ${detail ?? failure.code}${quote(serviceMessage)}`;
  const answered = `${head} answered ${httpStatus}${quote(serviceMessage)}`;
  return detail ? `${answered}${serviceMessage ? "; " : ": "}${detail}` : answered;
}

function quote(message: string | null | undefined): string {
  return message ? `: "${message}"` : "";
}

/** Recognises a {@link PlantServiceError} by its name: `instanceof` fails across bundles. */
export function isPlantServiceError(error: unknown): error is PlantServiceError {
  return error instanceof Error && error.name === "PlantServiceError";
}

/** The fault of a request without an answer. */
type TransportFault = "refused-address" | "timeout" | "too-large";

/** Thrown by the guarded fetch and by the client's own timers; `message` holds no path and no query string. */
export class TransportError extends Error {
  readonly fault: TransportFault;

  constructor(fault: TransportFault, message: string) {
    super(message);
    this.name = "TransportError";
    this.fault = fault;
  }
}

/** Depth to which the causes of an error are followed. */
const MAX_CAUSES = 6;

/**
 * The failure of a `fetch` or a body, in words and as a code.
 * @param aborted the caller's own signal is aborted
 */
export function networkFailure(error: unknown, aborted: boolean): Omit<PlantServiceFailure, "call"> {
  const transport = [...causes(error)].find((cause) => cause instanceof TransportError);
  if (transport) {
    const code = transport.fault === "too-large" ? "bad-answer" : transport.fault;
    return { code, detail: transport.message };
  }
  if (aborted) return { code: "aborted", detail: "it was stopped" };
  const codes = errorCodes(error);
  const code = codes.find((each) => DETAILS[each]) ?? codes[0];
  const neverSent = codes.includes("ECONNREFUSED") && !codes.includes("ECONNRESET");
  const detail = (code && DETAILS[code]) ?? `the connection failed${code ? ` (${code})` : ""}`;
  return { code: "unreachable", detail, neverSent };
}

/** Returns true if a `fetch` failed because this machine does not trust the other side's certificate. */
export function isUntrusted(error: unknown): boolean {
  return errorCodes(error).some((code) => code in UNTRUSTED);
}

function* causes(error: unknown, depth = 0): Generator<Error> {
  if (!(error instanceof Error) || depth >= MAX_CAUSES) return;
  yield error;
  if (error instanceof AggregateError) for (const inner of error.errors) yield* causes(inner, depth + 1);
  yield* causes(error.cause, depth + 1);
}

/** Node's error codes, from the outermost error to its causes. */
function errorCodes(error: unknown): string[] {
  return [...causes(error)].flatMap((cause) =>
    "code" in cause && typeof cause.code === "string" ? [cause.code] : [],
  );
}

/** Certificates of an authority that this machine does not know. */
const UNTRUSTED = Object.fromEntries(
  [
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "UNABLE_TO_GET_ISSUER_CERT",
    "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  ].map((code) => [
    code,
    "its certificate is not trusted on this machine: NODE_EXTRA_CA_CERTS names more authorities",
  ]),
);

const DETAILS: Record<string, string> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was closed",
  UND_ERR_SOCKET: "the connection was closed",
  EPIPE: "the connection was closed",
  ENOTFOUND: "the host name is unknown",
  EAI_AGAIN: "the host name could not be looked up",
  ETIMEDOUT: "the connection timed out",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  CERT_HAS_EXPIRED: "its certificate has expired",
  ...UNTRUSTED,
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host",
  EPROTO: "it does not speak TLS there",
  ERR_SSL_WRONG_VERSION_NUMBER: "it does not speak TLS there",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "it does not speak TLS there",
};

/** Maximum length of a shown text, in characters. */
const MAX_SHOWN = 300;

/** Hidden texts: addresses, which may carry their own permission, and anything that looks like a token or secret. */
const HIDDEN: [RegExp, string][] = [
  [/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/gi, "[address]"],
  [/\beyJ[\w-]+\.[\w-]*(\.[\w-]*)?/g, "[token]"],
  [/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, "$1 [secret]"],
  [/[?&][^\s"'<>=&]*(sig|token|secret|credential|key|password)[^\s"'<>=&]*=[^\s"'<>]*/gi, "[address]"],
];

/**
 * Makes a foreign text fit to be shown or logged: one line of at most 300 characters, without secrets.
 * @param secrets exact texts to hide
 */
export function redact(text: string, secrets: Iterable<string> = []): string {
  let clean = text.slice(0, 20_000);
  for (const secret of secrets) if (secret.length >= 4) clean = clean.replaceAll(secret, "[secret]");
  for (const [pattern, replacement] of HIDDEN) clean = clean.replace(pattern, replacement);
  const line = clean
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line;
}
