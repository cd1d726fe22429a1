import type { z } from "zod";
import { AppError } from "@/lib/core/errors";

export type FaultPath = readonly (string | number | symbol)[];

/** `tenancies[0].timeZone` of `["tenancies", 0, "timeZone"]`. */
export function pathText(path: FaultPath): string {
  return path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .replace(/^\./, "");
}

/** The error that ends a start: where in the file, and what is wrong there. Never give it a secret. */
export function fault(path: FaultPath, message: string): AppError {
  const where = pathText(path);
  return new AppError("bad-request", `${where || "The file"}: ${message}`, { parameter: where });
}

/** The first fault that the schema found. */
export function faultOf(error: z.ZodError): AppError {
  const [issue] = error.issues;
  if (!issue) return fault([], "is wrong");
  if (issue.code !== "unrecognized_keys") return fault(issue.path, issue.message);
  return fault([...issue.path, issue.keys[0] ?? ""], "is not known here");
}

/**
 * Two entries that the file would make one of.
 * @throws AppError naming the later entry
 */
export function refuseTwice<T>(
  list: readonly T[],
  key: (entry: T) => string,
  pathOf: (index: number) => FaultPath,
  message: string,
): void {
  const seen = new Set<string>();
  for (const [index, entry] of list.entries()) {
    if (seen.has(key(entry))) throw fault(pathOf(index), message);
    seen.add(key(entry));
  }
}
