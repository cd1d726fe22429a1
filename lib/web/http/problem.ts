import { AppError, ERROR_STATUS, type ErrorCode } from "@/lib/base/core/errors";

export const PROBLEM_TYPE = "application/problem+json";

/** RFC 9457 problem document. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  parameter?: string;
};

const TITLES: Record<ErrorCode, string> = {
  "bad-request": "Bad request",
  unauthenticated: "Sign-in needed",
  forbidden: "Not allowed",
  "not-found": "Not found",
  "method-not-allowed": "Method not allowed",
  conflict: "Conflict",
  "too-large": "Too large",
  "too-many-requests": "Too many requests",
  internal: "Our own fault",
  unavailable: "Not available",
};

/** The problem document of an error; an unexpected error shows none of its details. */
export function problemOf(error: unknown): Problem {
  const expected =
    error instanceof AppError
      ? error
      : new AppError("internal", "Something failed on our side. The log has the details; try again.");
  return {
    type: `about:blank#${expected.code}`,
    title: expected.title ?? TITLES[expected.code],
    status: ERROR_STATUS[expected.code],
    detail: expected.message,
    ...(expected.parameter === undefined ? {} : { parameter: expected.parameter }),
  };
}

/** A response with the problem document of an error. */
export function problemResponse(error: unknown, headers: Record<string, string> = {}): Response {
  const problem = problemOf(error);
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: {
      "content-type": PROBLEM_TYPE,
      "cache-control": "private, no-store",
      ...(problem.status === 503 ? { "retry-after": "5" } : {}),
      ...(problem.status === 401 ? { "www-authenticate": 'Bearer realm="Leafwatch"' } : {}),
      ...headers,
    },
  });
}
