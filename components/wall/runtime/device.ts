/** The browser features that a wall uses: wake lock, sound, reloads. */

/** Keeps the display on if the browser supports it. @returns a function that releases it */
export function keepAwake(): () => void {
  let ended = false;
  let lock: WakeLockSentinel | null = null;
  const request = async () => {
    if (ended || document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      if (ended) await lock.release();
    } catch {
      // Refused, for example on a low battery: requested again when the page becomes visible.
    }
  };
  const onVisible = () => void request();
  document.addEventListener("visibilitychange", onVisible);
  void request();
  return () => {
    ended = true;
    document.removeEventListener("visibilitychange", onVisible);
    void lock?.release().catch(() => undefined);
  };
}

/** Plays one short tone; silent if the browser refuses sound before the first key press. */
export function playTone(): void {
  try {
    const audio = new AudioContext();
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = 660;
    volume.gain.setValueAtTime(0.0001, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.5, audio.currentTime + 0.03);
    volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + 0.5);
    tone.connect(volume).connect(audio.destination);
    tone.onended = () => void audio.close().catch(() => undefined);
    tone.start();
    tone.stop(audio.currentTime + 0.5);
    // Suspended audio would sound later, at the first key press.
    if (audio.state === "suspended") void audio.close().catch(() => undefined);
  } catch {
    // This browser has no audio.
  }
}

const reloadKey = (reason: string) => `leafwatch-wall-reload-${reason}`;

/**
 * Reloads the page, at most once in `minIntervalMs` for each reason, so that a reload that does not help cannot loop.
 * @returns true if it reloads
 */
export function reloadOnce(reason: string, minIntervalMs: number): boolean {
  const now = Date.now();
  try {
    const last = Number(sessionStorage.getItem(reloadKey(reason)) ?? 0);
    // The machine's clock may have been set back since.
    if (last > 0 && Math.abs(now - last) < minIntervalMs) return false;
    sessionStorage.setItem(reloadKey(reason), String(now));
  } catch {
    // Without storage every reload counts as the first.
  }
  location.reload();
  return true;
}
