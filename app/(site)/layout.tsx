import type { Metadata } from "next";
import type { ReactNode } from "react";
import { distinctName } from "@/lib/farm/tenancies/slug";
import { currentTenancy } from "./current-tenancy.server";
import { SiteFrame } from "./site-frame.server";

/** With several tenancies, titles of tabs name the one shown. */
export async function generateMetadata(): Promise<Metadata> {
  const { tenancy, tenancies } = await currentTenancy();
  if (!tenancy || tenancies.length < 2) return {};
  const place = `${distinctName(tenancy, tenancies)} · Leafwatch`;
  return { title: { default: place, template: `%s · ${place}` } };
}

export default function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <SiteFrame>
      <main className="mx-auto max-w-360 p-6 has-data-wide:max-w-none max-lg:p-4 max-sm:pb-24">
        {children}
      </main>
    </SiteFrame>
  );
}
