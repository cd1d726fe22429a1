import type { Metadata } from "next";
import { AuditFilter } from "@/components/admin/audit-filter";
import { AuditTable } from "@/components/admin/audit-table";
import { PageBody, PageHead } from "@/components/admin/page-head";
import { buttonClass, LinkButton } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import { EmptyState } from "@/components/ui/states";
import { callAddress } from "@/lib/api/client";
import { exportAuditLines } from "@/lib/audit/contract";
import { listAudit } from "@/lib/audit/service.server";
import { requireAdmin } from "../require-admin.server";

export const metadata: Metadata = { title: "Audit" };

type Props = { searchParams: Promise<Record<string, string | string[]>> };

export default async function AuditPage({ searchParams }: Props) {
  const actor = await requireAdmin();
  const { q, before } = await searchParams;
  const search = typeof q === "string" ? q : undefined;
  const page = await listAudit(actor, { search, cursor: typeof before === "string" ? before : undefined });
  return (
    <PageBody>
      <PageHead
        title="Audit"
        hint="Who changed what, when, and from which address. Lines are only ever added."
        action={
          page.items.length > 0 && (
            <a
              className={buttonClass({})}
              href={callAddress(exportAuditLines, { query: { q: search } })}
              download
            >
              <Icon name="download" className="size-4 shrink-0" />
              {search ? "These as CSV" : "All as CSV"}
            </a>
          )
        }
      />
      <AuditFilter search={search ?? ""} />
      <Panel label="Audit" className="overflow-hidden">
        {page.items.length > 0 ? (
          <AuditTable items={page.items} older={page.nextCursor} search={search} />
        ) : (
          <EmptyState
            icon="note"
            title={search ? "No line fits" : "Nothing was changed yet"}
            actions={search && <LinkButton href="/admin/audit">Show all</LinkButton>}
          >
            {search
              ? "Who, the address, What and Of are searched, the details are not."
              : "Changes of settings, users, tokens and alerts will stand here."}
          </EmptyState>
        )}
      </Panel>
    </PageBody>
  );
}
