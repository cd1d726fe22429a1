/**
 * Messages to the service worker of a wall. It caches the page and its files, so that a reload without a server still
 * shows the last state, and it reloads a page that has stopped responding.
 */

const ALIVE_EVERY_MS = 10_000;
/** Some browsers register a worker and never start it. */
const READY_TIMEOUT_MS = 3_000;
const CACHE_RETRY_MS = 10_000;

/**
 * Caches this page and all the files that it has loaded. Retries until that succeeds, since the worker may start late
 * and the server may be away.
 * @returns a function that stops it
 */
export function cachePage(): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let ended = false;
  const attempt = async () => {
    await requestCaching();
    if (!ended) timer = setTimeout(again, CACHE_RETRY_MS);
  };
  const again = async () => {
    if (!(await isCached()) && !ended) await attempt();
  };
  void attempt();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

async function isCached(): Promise<boolean> {
  try {
    const { origin, pathname } = location;
    return (await caches.match(origin + pathname)) !== undefined;
  } catch {
    // Without access to the cache there is nothing to retry.
    return true;
  }
}

async function requestCaching(): Promise<void> {
  const worker = await activeWorker();
  const files = performance
    .getEntriesByType("resource")
    .map(({ name }) => name)
    .filter((name) => new URL(name).pathname.startsWith("/_next/static/"));
  worker?.postMessage({ wall: "keep", page: location.href, files: [...new Set(files)] });
}

/** Deletes the cached page, because the screen is revoked. */
export async function deleteCachedPage(): Promise<void> {
  const worker = await activeWorker();
  worker?.postMessage({ wall: "forget" });
}

/** Tells the worker every ten seconds that this page paints; a hung page cannot. @returns a function that stops it */
export function reportAlive(): () => void {
  let worker: ServiceWorker | null = null;
  let ended = false;
  const post = () => worker?.postMessage({ wall: "alive" });
  // A visible page is alive if it paints.
  const postNext = () => {
    if (document.visibilityState === "visible") requestAnimationFrame(post);
    else post();
  };
  // The worker may have started after this page was loaded, so that it does not control it yet.
  const connect = async () => {
    worker = await activeWorker();
    if (!ended) postNext();
  };
  void connect();
  const timer = setInterval(() => {
    if (navigator.serviceWorker?.controller) worker = navigator.serviceWorker.controller;
    postNext();
  }, ALIVE_EVERY_MS);
  return () => {
    ended = true;
    clearInterval(timer);
    worker?.postMessage({ wall: "left" });
  };
}

async function activeWorker(): Promise<ServiceWorker | null> {
  try {
    await navigator.serviceWorker.register("/sw.js");
    const timeout = new Promise<null>((resolve) => setTimeout(resolve, READY_TIMEOUT_MS, null));
    const ready = await Promise.race([navigator.serviceWorker.ready, timeout]);
    return ready?.active ?? null;
  } catch {
    return null;
  }
}
