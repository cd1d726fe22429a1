import type { ReactNode } from "react";
import { SiteFrame } from "./site-frame.server";

export default function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <SiteFrame>
      <main className="mx-auto max-w-360 p-6 has-data-wide:max-w-none max-lg:p-4 max-sm:pb-24">
        {children}
      </main>
    </SiteFrame>
  );
}
