/**
 * What the service worker does for a wall: it keeps the page and its files, so that a reload while nobody answers still
 * shows the last state; and it reloads a page that gives no sign of life any more.
 */

const ALIVE_EVERY_MS = 10_000;
/** A worker that is not ready by then, as where a browser registers one and never begins it, is none. */
const READY_WITHIN_MS = 3_000;
const KEPT_WITHIN_MS = 10_000;

/**
 * Keeps this page and all it has loaded: again and again until it is kept, since the worker may come late and the server
 * may be away. @returns ends it
 */
export function keepShell(): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let ended = false;
  const tell = async () => {
    await tellToKeep();
    if (!ended) timer = setTimeout(again, KEPT_WITHIN_MS);
  };
  const again = async () => {
    if (!(await isKept()) && !ended) await tell();
  };
  void tell();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

async function isKept(): Promise<boolean> {
  try {
    const { origin, pathname } = location;
    return (await caches.match(origin + pathname)) !== undefined;
  } catch {
    // Who may keep nothing need not be asked again.
    return true;
  }
}

async function tellToKeep(): Promise<void> {
  const worker = await activeWorker();
  const files = performance
    .getEntriesByType("resource")
    .map(({ name }) => name)
    .filter((name) => new URL(name).pathname.startsWith("/_next/static/"));
  worker?.postMessage({ wall: "keep", page: location.href, files: [...new Set(files)] });
}

/** Forgets it: the screen was revoked. */
export async function forgetShell(): Promise<void> {
  const worker = await activeWorker();
  worker?.postMessage({ wall: "forget" });
}

/** Says again and again that this page lives, from where it would stop if the page hung. @returns ends it */
export function showLife(): () => void {
  let worker: ServiceWorker | null = null;
  let ended = false;
  const say = () => worker?.postMessage({ wall: "alive" });
  // A page in view lives if it paints.
  const sayNext = () => {
    if (document.visibilityState === "visible") requestAnimationFrame(say);
    else say();
  };
  // A page that was loaded before the worker was there is looked after as well, and from its first moments.
  const look = async () => {
    worker = await activeWorker();
    if (!ended) sayNext();
  };
  void look();
  const timer = setInterval(() => {
    if (navigator.serviceWorker?.controller) worker = navigator.serviceWorker.controller;
    sayNext();
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
    const tooLate = new Promise<null>((resolve) => setTimeout(resolve, READY_WITHIN_MS, null));
    const ready = await Promise.race([navigator.serviceWorker.ready, tooLate]);
    return ready?.active ?? null;
  } catch {
    return null;
  }
}
