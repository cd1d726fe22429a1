import "server-only";
import type { ReactNode } from "react";
import { PageReads } from "@/components/live/page-reads";
import { NotConnectedPage } from "@/components/shell/not-connected";
import type { TenancyRef } from "@/lib/farm/tenancies/contract";
import type { Actor } from "@/lib/identity/actor/contract";
import { currentTenancy } from "./current-tenancy.server";
import { PagePrefetch } from "./prefetch.server";

type PageFacts<Tenancy> = { actor: Actor; tenancy: Tenancy; reads: PagePrefetch };

/** A page of a person that carries the reads made by `render`; `tenancy` is null before the first is connected. */
export async function sitePage(
  render: (page: PageFacts<TenancyRef | null>) => Promise<ReactNode>,
): Promise<ReactNode> {
  const { actor, tenancy } = await currentTenancy();
  const reads = new PagePrefetch(actor);
  const content = await render({ actor, tenancy, reads });
  return <PageReads state={reads.toState()}>{content}</PageReads>;
}

/** Like `sitePage`, but until the first tenancy is connected the page only shows its `title` and why it is empty. */
export function tenancyPage(
  { title, text }: { title: string; text: string },
  render: (page: PageFacts<TenancyRef>) => Promise<ReactNode>,
): Promise<ReactNode> {
  return sitePage(async ({ actor, tenancy, reads }) =>
    tenancy ? (
      render({ actor, tenancy, reads })
    ) : (
      <NotConnectedPage label={title} isAdmin={actor.role === "admin"}>
        {text}
      </NotConnectedPage>
    ),
  );
}
