const ofProcess = globalThis as { leafwatch?: object };

/**
 * Process-wide singletons, such as the pool. Next bundles pages, routes and jobs separately, so module variables
 * are duplicated. Members are set on first use.
 */
export function processSingleton<T extends object>(): Partial<T> {
  ofProcess.leafwatch ??= {};
  return ofProcess.leafwatch;
}
