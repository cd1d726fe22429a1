import "server-only";

/** A promise did not settle in its time. */
export class OutOfTime extends Error {}

/**
 * The outcome of a promise, if it comes in time; the promise itself goes on.
 * @throws OutOfTime after `ms` milliseconds
 */
export function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new OutOfTime(`No outcome within ${ms} ms`)), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
