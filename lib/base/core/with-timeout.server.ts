import "server-only";

/** A promise did not settle in time. */
export class TimeoutError extends Error {}

/**
 * Settles as the promise does, if that happens in time. The work behind the promise goes on.
 * @throws TimeoutError after `ms` milliseconds
 */
export function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TimeoutError(`No outcome within ${ms} ms`)), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
