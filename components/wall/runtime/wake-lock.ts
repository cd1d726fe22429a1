/** Keeps the screen on where the browser can. @returns ends it */
export function keepAwake(): () => void {
  let ended = false;
  let lock: WakeLockSentinel | null = null;
  const ask = async () => {
    if (ended || document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      if (ended) await lock.release();
    } catch {
      // Refused, for example on a low battery: asked again when the page is next in view.
    }
  };
  const onVisible = () => void ask();
  document.addEventListener("visibilitychange", onVisible);
  void ask();
  return () => {
    ended = true;
    document.removeEventListener("visibilitychange", onVisible);
    void lock?.release().catch(() => undefined);
  };
}
