import type { Metadata } from "next";
import type { ReactNode } from "react";
import { withWords } from "../page-words.server";
import { SiteFrame } from "./site-frame.server";
import { siteTitle } from "./site-title.server";

/** With several tenancies, titles of tabs name the one shown. */
export async function generateMetadata(): Promise<Metadata> {
  const title = await siteTitle();
  return { title: { default: title, template: `%s · ${title}` } };
}

function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <SiteFrame>
      <main className="mx-auto max-w-360 p-6 has-data-roomy:max-w-480 has-data-wide:max-w-none max-lg:p-4 max-sm:pb-24">
        {children}
      </main>
    </SiteFrame>
  );
}

export default withWords("(site) frame", SiteLayout);
