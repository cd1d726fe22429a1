import type { Metadata } from "next";
import type { ReactNode } from "react";

export const metadata: Metadata = { title: "Wall" };

/** Screens have nothing around their boards: no bar, no menu, and their own dark colours. */
export default function WallLayout({ children }: { children: ReactNode }) {
  return (
    <div data-theme="wall" className="min-h-dvh bg-page text-ink-1">
      {children}
    </div>
  );
}
