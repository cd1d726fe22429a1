const LEAVING = "leafwatch:leaving";

/** Says that the session is about to end: nobody should read any more, as each read would be refused. */
export function announceLeaving(): void {
  window.dispatchEvent(new Event(LEAVING));
}

/** Calls back when the session is about to end; answers how to stop listening. */
export function onLeaving(heard: () => void): () => void {
  window.addEventListener(LEAVING, heard);
  return () => window.removeEventListener(LEAVING, heard);
}
