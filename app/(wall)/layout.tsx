import "@fontsource-variable/inter/wght.css";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { withWords } from "../page-words.server";

export const metadata: Metadata = { title: "Wall" };

/** Screens show their boards without bar or menu, in dark colours of their own. */
function WallLayout({ children }: { children: ReactNode }) {
  return (
    <div data-theme="wall" className="min-h-dvh bg-page font-sans text-ink-1">
      {children}
    </div>
  );
}

export default withWords("(wall) frame", WallLayout);
