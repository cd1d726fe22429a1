/**
 * What can go wrong in a way that a caller can act on. Everything else is a fault of ours.
 * `code` decides the HTTP status; `parameter` names the member or query parameter at fault.
 */
export const ERROR_STATUS = {
  "bad-request": 400,
  unauthenticated: 401,
  forbidden: 403,
  "not-found": 404,
  "method-not-allowed": 405,
  conflict: 409,
  "too-large": 413,
  "too-many-requests": 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** An expected error: its message is a sentence for people and never holds a secret. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly parameter: string | undefined;

  constructor(code: ErrorCode, message: string, options: { parameter?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.parameter = options.parameter;
  }
}
