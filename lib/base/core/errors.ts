/**
 * Expected errors, which a caller can act on. Everything else is a fault of the program.
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

/** An error in one member of an input; the message is a sentence for people. */
export type MemberFault = { message: string; parameter: string };

/** An expected error: its message is a sentence for people and never holds a secret. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly parameter: string | undefined;
  /** Errors in other members of the same input. */
  readonly also: readonly MemberFault[];
  /** Replaces the default title of its code. */
  readonly title: string | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { parameter?: string; also?: readonly MemberFault[]; title?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.parameter = options.parameter;
    this.also = options.also ?? [];
    this.title = options.title;
  }
}
