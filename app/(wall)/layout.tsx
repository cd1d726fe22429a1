import "@fontsource-variable/inter/wght.css";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { requestWords } from "@/lib/web/preferences/language.server";
import { withWords } from "../page-words.server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestWords()).t("wall.title") };
}

/** Screens show their boards without bar or menu, in dark colours of their own. */
function WallLayout({ children }: { children: ReactNode }) {
  return (
    <div data-theme="wall" className="min-h-dvh bg-page font-sans text-ink-1">
      {children}
    </div>
  );
}

export default withWords("(wall) frame", WallLayout);
