const ofProcess = globalThis as { leafwatch?: object };

/**
 * What a process has once, such as its pool: pages, routes and background work are separate bundles, so that a
 * variable of a module would be there several times. Members are set by whoever needs them first.
 */
export function heldByProcess<T extends object>(): Partial<T> {
  ofProcess.leafwatch ??= {};
  return ofProcess.leafwatch;
}
