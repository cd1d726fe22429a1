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
 * A part of a page that the server renders and whose code loads after the page. If new data arrives before the
 * code, React removes the server's HTML meanwhile: its height is kept, so that nothing moves.
 */
export function LazyPart({ children, className }: { children: ReactNode; className?: string }) {
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
        <ReleaseHeight room={ref} />
        {children}
      </Suspense>
    </div>
  );
}

/** Mounts only once its siblings have loaded, and then releases the kept height. */
function ReleaseHeight({ room }: { room: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    if (!room.current) return;
    room.current.style.minHeight = "";
    delete room.current.dataset.room;
  }, [room]);
  return null;
}

/**
 * Mounts its content once it is about to scroll into view, and reserves its height until then.
 * @param room classes for the minimum height
 */
export function WhenNearView({ room, children }: { room: string; children: ReactNode }) {
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
