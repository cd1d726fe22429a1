"use client";
import {
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { cx } from "@/components/ui/cx";

/**
 * A part of a page that the server draws, and whose code comes after the page. Should news come before it, React takes
 * what the server drew out of the page until it is there: the room stays as it was, so that nothing moves.
 */
export function LaterPart({ children, className }: { children: ReactNode; className?: string }) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || element.offsetHeight === 0) return;
    element.style.minHeight = `${element.offsetHeight}px`;
    element.dataset.room = "kept";
  }, []);
  return (
    <div ref={ref} className={cx("min-w-0 empty:not-data-room:hidden", className)}>
      <Suspense>
        <Arrived room={ref} />
        {children}
      </Suspense>
    </div>
  );
}

/** Is there only once all that stands beside it is: then the room is that of what is drawn. */
function Arrived({ room }: { room: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    if (!room.current) return;
    room.current.style.minHeight = "";
    delete room.current.dataset.room;
  }, [room]);
  return null;
}

/**
 * Its content comes, and stays, once it is about to be scrolled into view; until then its room is kept.
 * @param room classes of the least height
 */
export function WhenNear({ room, children }: { room: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        setNear(true);
        observer.disconnect();
      },
      { rootMargin: "400px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={ref} className={room}>
      {near && children}
    </div>
  );
}
