/**
 * Fetches the code of lazy parts again when the connection broke off. The loader of the bundler would give up after two
 * tries, and React keeps a failed part for good; here the error is kept from both, so the part only comes later.
 */

const CODE = "/_next/static/";
/** Pauses between tries; the last one repeats. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000];

/** The limit of one try. */
const ANSWER_MS = 20_000;

/** Functions that end the pause of each script that waits. */
const waiting = new Set<() => void>();
const listeners = new Set<() => void>();
/** What to do when one of the scripts made here fails. */
const ours = new WeakMap<HTMLScriptElement, () => void>();

/** Listens for code that could not be fetched for lack of a connection. @returns stops listening */
export function onCodeMissing(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tries at once what waits for a connection. */
export function fetchMissingCode(): void {
  for (const endPause of waiting) endPause();
}

declare global {
  interface Window {
    /** True once this code takes over from `EARLY_SCRIPT_RETRY`. */
    retriesScripts?: boolean;
  }
}

/** Takes over the failed scripts of this page. Called once, before the page awakes. */
export function retryScripts(): void {
  window.retriesScripts = true;
  window.addEventListener("error", takeOver, true);
  window.addEventListener("online", fetchMissingCode);
}

function takeOver(event: Event): void {
  const script = event.target;
  if (!(script instanceof HTMLScriptElement) || !script.src.includes(CODE)) return;
  // Passed on by `fetchAgain`.
  if (!event.isTrusted) return;
  event.stopImmediatePropagation();
  const failedAgain = ours.get(script);
  if (failedAgain) failedAgain();
  else void fetchAgain(script);
}

/** Runs a script that failed as soon as it can be had; if the server answers without it, its failure is passed on. */
async function fetchAgain(failed: HTMLScriptElement): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const answer = await fetch(failed.src, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => null);
    if (answer && !answer.ok) break;
    if (answer && (await runs(failed))) return;
    for (const listener of listeners) listener();
    await pause(PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? 0);
  }
  failed.dispatchEvent(new Event("error"));
}

/** A script that failed cannot start again, nor can its clone: another element with its source does. */
function runs(failed: HTMLScriptElement): Promise<boolean> {
  const script = document.createElement("script");
  script.nonce = failed.nonce;
  // As it stands in the attribute: the loader knows a script by that.
  script.setAttribute("src", failed.getAttribute("src") ?? "");
  return new Promise((resolve) => {
    const end = (isRun: boolean) => () => {
      script.remove();
      resolve(isRun);
    };
    script.addEventListener("load", end(true));
    ours.set(script, end(false));
    document.head.append(script);
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      waiting.delete(end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    waiting.add(end);
  });
}
