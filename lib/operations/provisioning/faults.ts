import type { z } from "zod";
import { AppError } from "@/lib/base/core/errors";

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

/** Every fault that the schema found. */
export function faultsOf(error: z.ZodError): AppError[] {
  return error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => fault([...issue.path, key], "is not known here"))
      : [fault(issue.path, issue.message)],
  );
}

/** All faults of a file as one error: each with its place, and which file has to be corrected. */
export function faultsIn(path: string, faults: readonly AppError[]): AppError {
  const said = [...new Set(faults.map(({ message }) => message))].join("; ");
  return new AppError("bad-request", `${said}. Correct the provisioning file ${path}.`, {
    parameter: faults[0]?.parameter,
  });
}

/** Adds to `faults` what `work` throws of them. */
export function collect<T>(faults: AppError[], work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    faults.push(error);
    return undefined;
  }
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
