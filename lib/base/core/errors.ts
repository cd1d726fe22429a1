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

/** What is wrong with one member of an input; the message is a sentence for people. */
export type MemberFault = { message: string; parameter: string };

/** An expected error: its message is a sentence for people and never holds a secret. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly parameter: string | undefined;
  /** What is wrong with other members of the same input. */
  readonly also: readonly MemberFault[];
  /** In the place of the title that all errors of its code have. */
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
