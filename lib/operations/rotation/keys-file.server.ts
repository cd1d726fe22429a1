import "server-only";
import { AppError } from "@/lib/base/core/errors";
// The one place that writes the file; plain, because a start needs it before anything is compiled.
import { addKey, keepNewestKey } from "../../../scripts/lib/settings/secret-keys.mjs";

/** Adds a new key before the others, durably. @throws AppError `unavailable` if the file cannot be read or written */
export function addKeyTo(file: string): void {
  worded(() => addKey(file));
}

/** Removes all keys but the newest, durably. @throws AppError `unavailable` if the file cannot be read or written */
export function keepNewestKeyIn(file: string): void {
  worded(() => keepNewestKey(file));
}

function worded(work: () => void): void {
  try {
    work();
  } catch (error) {
    throw new AppError("unavailable", error instanceof Error ? error.message : String(error), {
      cause: error,
    });
  }
}
