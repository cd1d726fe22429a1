/** The coded errors of the client. Their texts are fit for people: no token, no secret, no pre-signed address. */

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
  /** No connection, or it broke before an answer. */
  | "unreachable"
  | "timeout"
  /** The caller's own signal. */
  | "aborted"
  /** An answer that the interface does not know. */
  | "bad-answer"
  /** FAILED or CANCELLED. */
  | "query-failed"
  /** The result is gone: submit the query again, once. */
  | "result-expired"
  /** The result broke off: open it again. */
  | "download-cut"
  /** An address that must not be called. */
  | "refused-address";

/** Which request it was: `download` asks the service for the result, `result` reads it where it lies. */
export type PlantServiceCall = "token" | "submit" | "status" | "download" | "result";

const CALL_WORDS: Record<PlantServiceCall, string> = {
  token: "Token request",
  submit: "Submit",
  status: "Status",
  download: "Download",
  result: "Result",
};

const PASSING: ReadonlySet<PlantServiceErrorCode> = new Set([
  "rate-limited",
  "unavailable",
  "server-error",
  "unreachable",
  "timeout",
  "download-cut",
]);

/** What is known of a failure; texts must already be redacted. */
export interface PlantServiceFailure {
  code: PlantServiceErrorCode;
  call: PlantServiceCall;
  httpStatus?: number | null;
  /** The service's own words. */
  serviceMessage?: string | null;
  /** Our words, without a full stop: "the connection was refused". */
  detail?: string;
  /** Which variant of the interface was met: "through a pre-signed address". */
  variant?: string | null;
  /** Seconds. */
  retryAfter?: number | null;
  /** The request never reached the service, so that repeating it can do no harm. */
  neverSent?: boolean;
  cause?: unknown;
}

function sentence(failure: PlantServiceFailure): string {
  const { call, httpStatus, serviceMessage, detail, variant } = failure;
  const head = `${CALL_WORDS[call]}${variant ? ` ${variant}` : ""}`;
  if (!httpStatus) return `${head} failed: ${detail ?? failure.code}${quote(serviceMessage)}`;
  const answered = `${head} answered ${httpStatus}${quote(serviceMessage)}`;
  return detail ? `${answered}${serviceMessage ? "; " : ": "}${detail}` : answered;
}

function quote(message: string | null | undefined): string {
  return message ? `: "${message}"` : "";
}

/** A failed step of the client; keeps its cause. */
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
   * Whether the same step may be tried again later. A submit only after 429, 503 or a request that never
   * arrived: otherwise the service may already run it (service-in-the-field, Query life cycle).
   */
  get retryable(): boolean {
    if (this.call !== "submit") return PASSING.has(this.code);
    return this.neverSent || this.code === "rate-limited" || this.code === "unavailable";
  }

  /** One plain sentence: `Submit answered 403: "scope missing"`. */
  describe(): string {
    return this.message;
  }
}

/** Whether an error is one of ours, also across realms where `instanceof` fails. */
export function isPlantServiceError(error: unknown): error is PlantServiceError {
  return error instanceof Error && error.name === "PlantServiceError";
}

/** Takes out of a foreign text what nobody may read: tokens, secrets, addresses that carry their own permission. */

const PATTERNS: [RegExp, string][] = [
  [/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/gi, "[address]"],
  [/\beyJ[\w-]+\.[\w-]*(\.[\w-]*)?/g, "[token]"],
  [/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, "$1 [secret]"],
  [/[?&][^\s"'<>=&]*(sig|token|secret|credential|key|password)[^\s"'<>=&]*=[^\s"'<>]*/gi, "[address]"],
];

const LONGEST = 300;

function oneLine(text: string): string {
  const plain = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain;
}

/**
 * A text fit to be shown or logged: one line of at most 300 characters.
 * @param secrets exact texts to take out wherever they stand
 */
export function redact(text: string, secrets: Iterable<string> = []): string {
  let clean = text.slice(0, 20_000);
  for (const secret of secrets) if (secret.length >= 4) clean = clean.replaceAll(secret, "[secret]");
  for (const [pattern, instead] of PATTERNS) clean = clean.replace(pattern, instead);
  return oneLine(clean);
}
