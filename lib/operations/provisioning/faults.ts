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

/** An error that ends the start, with its path in the file. `message` must not contain a secret. */
export function fault(path: FaultPath, message: string): AppError {
  const where = pathText(path);
  return new AppError("bad-request", `${where || "The file"}: ${message}`, { parameter: where });
}

/** The errors of a failed schema check. */
export function faultsOf(error: z.ZodError): AppError[] {
  return error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => fault([...issue.path, key], "is not known here"))
      : [fault(issue.path, issue.message)],
  );
}

/** Joins the errors of a file into one, which names the file and each path. */
export function faultsIn(path: string, faults: readonly AppError[]): AppError {
  const said = [...new Set(faults.map(({ message }) => message))].join("; ");
  return new AppError("bad-request", `${said}. Correct the provisioning file ${path}.`, {
    parameter: faults[0]?.parameter,
  });
}

/** Runs `work` and adds an `AppError` that it throws to `faults`. */
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
 * Rejects two entries with the same key.
 * @throws AppError that names the later entry
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
