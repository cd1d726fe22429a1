/** The coded errors of the client. Their texts can be shown: they hold no token, no secret and no pre-signed address. */

/** What went wrong. */
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
  /** By the caller's own signal. */
  | "aborted"
  /** An answer outside the interface. */
  | "bad-answer"
  /** FAILED or CANCELLED. */
  | "query-failed"
  /** The result is gone: submit the query again, once. */
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

/** What an error is made of; texts must already be redacted. */
export interface PlantServiceFailure {
  code: PlantServiceErrorCode;
  call: PlantServiceCall;
  httpStatus?: number | null;
  /** The service's own words. */
  serviceMessage?: string | null;
  /** Our words, without a full stop: "the connection was refused". */
  detail?: string;
  /** How the result was reached: "through a pre-signed address". */
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
  /** Seconds until the service wants to be asked again; null when it did not say. */
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
   * Whether the same step may be tried again later. A submit may be only after 429, 503 or a request that never
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

/** Why a request got no answer. */
export type TransportFault = "refused-address" | "timeout" | "too-large";

/** Thrown by the guarded fetch and by the client's own timers; `message` holds no path and no query string. */
export class TransportError extends Error {
  readonly fault: TransportFault;

  constructor(fault: TransportFault, message: string) {
    super(message);
    this.name = "TransportError";
    this.fault = fault;
  }
}

/** Longest text that is shown, in characters. */
const MAX_SHOWN = 300;

/** What to hide: addresses, which may carry their own permission, and anything that looks like a token or secret. */
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
