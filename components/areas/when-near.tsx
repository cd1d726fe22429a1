"use client";
import { type ReactNode, useEffect, useRef, useState } from "react";

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
