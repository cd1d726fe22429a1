"use client";
import { useCallback, useSyncExternalStore } from "react";
import { useSite } from "./site-context";

const PREFIX = "leafwatch draft";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A browser may refuse its storage; then a draft lives as long as its page. */
const unstored = new Map<string, string>();

function readDraft(key: string): string {
  try {
    return window.sessionStorage.getItem(key) ?? unstored.get(key) ?? "";
  } catch {
    return unstored.get(key) ?? "";
  }
}

function writeDraft(key: string, text: string): void {
  unstored.set(key, text);
  try {
    if (text === "") window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, text);
    unstored.delete(key);
  } catch {
    // Kept in `unstored`.
  }
  for (const listener of listeners) listener();
}

/**
 * What the person types, kept in this tab until it is emptied or they sign out: Back, a reload or a lost connection lose
 * nothing.
 * @param of what it is about, such as the alert of a note
 */
export function useDraft(of: string): [string, (text: string | ((before: string) => string)) => void] {
  const { user } = useSite();
  const key = `${PREFIX} ${user.id} ${of}`;
  const text = useSyncExternalStore(
    subscribe,
    () => readDraft(key),
    () => "",
  );
  const write = useCallback(
    (next: string | ((before: string) => string)) =>
      writeDraft(key, typeof next === "string" ? next : next(readDraft(key))),
    [key],
  );
  return [text, write];
}

/** Forgets all drafts, at the sign-out. */
export function forgetDrafts(): void {
  unstored.clear();
  try {
    for (const key of Object.keys(window.sessionStorage))
      if (key.startsWith(PREFIX)) window.sessionStorage.removeItem(key);
  } catch {
    // Nothing is stored.
  }
}
