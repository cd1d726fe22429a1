import type { z } from "zod";
import { AppError } from "@/lib/core/errors";

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
 * @throws AppError `bad-request` with the name of the member or parameter at fault
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  refuseNul(input, []);
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const parameter = parameterOf(issue);
  const message =
    issue?.code === "unrecognized_keys"
      ? `${parameter} is not known here.`
      : `${parameter || "The input"}: ${issue?.message}`;
  throw new AppError("bad-request", message, { parameter });
}

function parameterOf(issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return "";
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
