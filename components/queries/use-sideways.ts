"use client";
import { type RefObject, useCallback, useLayoutEffect, useState } from "react";
import { type Beside, besideOf, columnOn, type Reach, viewOn } from "./sideways";

type Frame = RefObject<HTMLTableElement | null>;

/** Which columns of a table are out of view, and steps to them. Columns that stay put have `data-pinned`. */
export function useSideways(frame: Frame, columns: readonly unknown[]) {
  const [beside, setBeside] = useState<Beside & { bar: number; pinned: number }>(NOTHING);

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element || columns.length === 0) return;
    const look = () => {
      const { reaches, view, pinned } = layoutOf(element);
      const next = {
        ...besideOf(reaches, view),
        bar: element.offsetWidth - element.clientWidth,
        pinned,
      };
      setBeside((last) => (isSame(last, next) ? last : next));
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    look();
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [frame, columns]);

  const move = useCallback(
    (by: 1 | -1, step: "column" | "view") => {
      const element = frame.current;
      if (!element) return;
      const { reaches, view, pinned } = layoutOf(element);
      element.scrollLeft = (step === "column" ? columnOn : viewOn)(reaches, view, by) - pinned;
    },
    [frame],
  );
  return { beside, move };
}

const NOTHING = { left: 0, right: 0, bar: 0, pinned: 0 };

const isSame = (a: typeof NOTHING, b: typeof NOTHING) =>
  a.left === b.left && a.right === b.right && a.bar === b.bar && a.pinned === b.pinned;

/** Where the columns that scroll lie, and which part of them is in view beside those that stay put. */
function layoutOf(element: HTMLTableElement): { reaches: Reach[]; view: Reach; pinned: number } {
  const heads = [...element.querySelectorAll<HTMLElement>("thead th")];
  const pinned = heads
    .filter((head) => head.dataset.pinned !== undefined)
    .reduce((sum, head) => sum + head.offsetWidth, 0);
  const reaches = heads
    .filter((head) => head.dataset.pinned === undefined)
    .map((head) => ({ from: head.offsetLeft, to: head.offsetLeft + head.offsetWidth }));
  const { scrollLeft, clientWidth } = element;
  return { reaches, view: { from: scrollLeft + pinned, to: scrollLeft + clientWidth }, pinned };
}
