"use client";
import type { ReactNode } from "react";

const ID = "live-region";
/** A text that is said twice has to go in between; one that was said is not found again by somebody who reads on. */
const GAP_MS = 100;

let words: HTMLElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The element whose children are said as they come: the place of toasts. Null before the page is drawn. */
export const liveRegion = () => document.getElementById(ID);

/** Has a screen reader say something, after what it is saying. */
export function announce(text: string): void {
  const element = words;
  if (!element || text.trim() === "") return;
  clearTimeout(timer);
  element.textContent = "";
  timer = setTimeout(() => {
    element.textContent = text;
  }, GAP_MS);
}

/**
 * The only polite live region of a page: screen readers hear several of them in any order, or one of them not at all.
 * What is said stands in a shadow tree, so that nothing reads or finds a sentence twice that is also on the page.
 */
export function LiveRegion({ children }: { children: ReactNode }) {
  return (
    <div
      id={ID}
      ref={prepare}
      role="status"
      aria-live="polite"
      aria-atomic="false"
      // An open dialog hides everything outside it from screen readers, except this.
      data-react-aria-top-layer="true"
    >
      {children}
    </div>
  );
}

/** Elements that have their shadow tree: a closed one is not found at the element. */
const prepared = new WeakSet<Element>();

function prepare(host: HTMLDivElement | null): void {
  if (!host || prepared.has(host)) return;
  prepared.add(host);
  const spoken = document.createElement("span");
  spoken.style.cssText = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)";
  host.attachShadow({ mode: "closed" }).append(document.createElement("slot"), spoken);
  words = spoken;
}

/** Ref of an element whose words are said when they change. */
export function said(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  const observer = new MutationObserver(() => announce(element.textContent ?? ""));
  observer.observe(element, { childList: true, subtree: true, characterData: true });
  return () => observer.disconnect();
}

/** The same for an element that comes with something to say. */
export function saidAtOnce(element: HTMLElement | null): (() => void) | undefined {
  if (element) announce(element.textContent ?? "");
  return said(element);
}
