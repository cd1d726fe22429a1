import type { Metadata } from "next";
import { AuditTable } from "@/components/admin/audit-table";
import { ListPage } from "@/components/admin/list-page";
import { readSearch } from "@/components/admin/search-words";
import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { visibleTenancies } from "@/lib/farm/tenancies/service.server";
import { exportAuditLines } from "@/lib/identity/audit/contract";
import { listAudit } from "@/lib/identity/audit/service.server";
import { callAddress } from "@/lib/web/api/client";
import { requireAdmin } from "../require-admin.server";

export const metadata: Metadata = { title: "Audit" };

type Props = { searchParams: Promise<Record<string, string | string[]>> };

export default async function AuditPage({ searchParams }: Props) {
  const actor = await requireAdmin();
  const given = await searchParams;
  const search = readSearch(given);
  const { before } = given;
  const [page, tenancies] = await Promise.all([
    listAudit(actor, {
      search: search || undefined,
      cursor: typeof before === "string" ? before : undefined,
    }),
    visibleTenancies(actor),
  ]);
  return (
    <ListPage
      title="Audit"
      hint="Who changed what, when, and from which address. Lines are only ever added."
      action={
        page.items.length > 0 && (
          <a
            className={buttonClass({})}
            href={callAddress(exportAuditLines, { query: { q: search || undefined } })}
            download
          >
            <Icon name="download" className="size-4 shrink-0" />
            {search ? "These as CSV" : "All as CSV"}
          </a>
        )
      }
      path="/admin/audit"
      search={search}
      searchLabel="Who, what or address, then Enter"
      isEmpty={page.items.length === 0}
      icon="note"
      searched="Who, the address, What and Of are searched, the details are not."
      connected={tenancies.length > 0}
      beforeConnecting="What is changed of tenancies, users, tokens and alerts will stand here. Begin with the tenancy."
      nothingYet={{
        title: "Nothing was changed yet",
        text: "Changes of settings, users, tokens and alerts will stand here.",
        action: { href: "/admin/tenancies", label: "To the tenancies" },
      }}
    >
      {page.items.length > 0 && (
        <AuditTable items={page.items} older={page.nextCursor} search={search || undefined} />
      )}
    </ListPage>
  );
}
