import type { z } from "zod";
import { AppError, type MemberFault } from "@/lib/base/core/errors";
import { inputWords } from "@/lib/base/core/input-words";

/** Query parameters as an object; a repeated one becomes a list. */
export function queryObject(search: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const values = search.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );
}

/**
 * Validates outside input.
 * @throws AppError `bad-request` with the name and the fault of the first wrong member; `also` lists further ones
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  refuseUnstorable(input, []);
  const result = schema.safeParse(input, { error: inputWords });
  if (result.success) return result.data;
  const [first, ...others] = result.error.issues.map(toFault);
  if (!first) throw result.error;
  const also = others.filter(({ parameter }) => parameter !== "" && parameter !== first.parameter);
  throw new AppError("bad-request", first.message, { parameter: first.parameter, also });
}

/**
 * The `tenant` of a call that takes it alike in query and body.
 * @throws AppError `bad-request` on `tenant` if they differ
 */
export function oneTenant(inQuery: string | undefined, inBody: string | undefined): string | undefined {
  if (inQuery !== undefined && inBody !== undefined && inQuery !== inBody)
    throw new AppError("bad-request", "tenant is one in the address and another in the body. Give one.", {
      parameter: "tenant",
    });
  return inQuery ?? inBody;
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

/** No valid input is nested deeper; walking through a deeper one could overflow the stack. */
const MAX_DEPTH = 50;

/** Half of a UTF-16 pair, which is no character. */
const HALF = /\p{Surrogate}/u;

/** Postgres cannot store a NUL or half a character in a text, and no name or id has one. */
function refuseUnstorable(input: unknown, path: string[]): void {
  if (path.length > MAX_DEPTH) {
    const parameter = path[0] ?? "";
    throw new AppError("bad-request", `${parameter}: is nested too deeply`, { parameter });
  }
  if (typeof input === "string" && (input.includes("\0") || HALF.test(input))) {
    const parameter = path.join(".");
    const what = input.includes("\0") ? "a NUL character" : "half a character";
    throw new AppError("bad-request", `${parameter || "The input"}: holds ${what}`, { parameter });
  }
  if (typeof input !== "object" || input === null) return;
  for (const [name, value] of Object.entries(input)) refuseUnstorable(value, [...path, name]);
}
