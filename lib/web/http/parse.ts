import type { z } from "zod";
import { AppError, type MemberFault } from "@/lib/base/core/errors";
import { inputWords } from "@/lib/base/core/input-words";

/** Query parameters as an object: text, or a list of texts where one repeats. */
export function queryObject(search: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const values = search.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );
}

/**
 * Checks outside input.
 * @throws AppError `bad-request` with the name of the member or parameter at fault, and what else is wrong
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  refuseNul(input, []);
  const result = schema.safeParse(input, { error: inputWords });
  if (result.success) return result.data;
  const [first, ...others] = result.error.issues.map(toFault);
  if (!first) throw result.error;
  const also = others.filter(({ parameter }) => parameter !== "" && parameter !== first.parameter);
  throw new AppError("bad-request", first.message, { parameter: first.parameter, also });
}

function toFault(issue: z.core.$ZodIssue): MemberFault {
  const parameter = parameterOf(issue);
  if (issue.code === "unrecognized_keys") return { parameter, message: `${parameter} is not known here.` };
  return { parameter, message: `${parameter || "The input"}: ${issue.message}` };
}

function parameterOf(issue: z.core.$ZodIssue): string {
  const own = issue.code === "unrecognized_keys" ? [...issue.path, issue.keys[0] ?? ""] : issue.path;
  return own.map(String).join(".");
}

/** No input of ours is nested deeper; one that is would exhaust whoever walks through it. */
const DEEPEST = 50;

/** The database cannot keep a NUL in a text, and no name or id has one. */
function refuseNul(input: unknown, path: string[]): void {
  if (path.length > DEEPEST) {
    const parameter = path[0] ?? "";
    throw new AppError("bad-request", `${parameter}: is nested too deeply`, { parameter });
  }
  if (typeof input === "string" && input.includes("\0")) {
    const parameter = path.join(".");
    throw new AppError("bad-request", `${parameter || "The input"}: holds a NUL character`, { parameter });
  }
  if (typeof input !== "object" || input === null) return;
  for (const [name, value] of Object.entries(input)) refuseNul(value, [...path, name]);
}
