import type { Metadata } from "next";
import { AuditFilters } from "@/components/admin/audit-filters";
import { AuditTable } from "@/components/admin/audit-table";
import { ListPage } from "@/components/admin/list-page";
import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { visibleTenancies } from "@/lib/farm/tenancies/service.server";
import { auditFilterSchema, exportAuditLines } from "@/lib/identity/audit/contract";
import { listUsers } from "@/lib/identity/users/service.server";
import { listNamedAudit } from "@/lib/operations/audit/service.server";
import { callAddress } from "@/lib/web/api/client";
import { withWords } from "../../../page-words.server";
import { requireAdmin } from "../require-admin.server";

export const metadata: Metadata = { title: "Audit" };

type Props = { searchParams: Promise<Record<string, string | string[]>> };

async function AuditPage({ searchParams }: Props) {
  const actor = await requireAdmin();
  const given = await searchParams;
  const filter = readAuditFilter(given);
  const { before } = given;
  const { q: search = "", ...narrowing } = filter;
  const [page, tenancies, users] = await Promise.all([
    listNamedAudit(actor, { ...narrowing, search, cursor: typeof before === "string" ? before : undefined }),
    visibleTenancies(actor),
    listUsers(actor),
  ]);
  const isNarrowed = Object.values(filter).some((value) => value !== undefined);
  return (
    <ListPage
      title="Audit"
      hint="Who signed in and who changed what, when, and from which address. Lines are only ever added."
      action={
        page.items.length > 0 && (
          <a className={buttonClass({})} href={callAddress(exportAuditLines, { query: filter })} download>
            <Icon name="download" className="size-4 shrink-0" />
            {isNarrowed ? "These as CSV" : "All as CSV"}
          </a>
        )
      }
      path="/admin/audit"
      search={search}
      filters={<AuditFilters filter={filter} people={users.map(({ name, email }) => ({ name, email }))} />}
      isNarrowed={isNarrowed}
      isEmpty={page.items.length === 0}
      icon="note"
      searched="Who, the address, What and Of are searched, the details are not. Alerts and jobs are found by their ids."
      connected={tenancies.length > 0}
      beforeConnecting="What is changed of tenancies, users, tokens and alerts will stand here. Begin with the tenancy."
      nothingYet={{
        title: "Nothing was changed yet",
        text: "Changes of settings, users, tokens and alerts will stand here.",
        action: { href: "/admin/tenancies", label: "To the tenancies" },
      }}
    >
      {page.items.length > 0 && <AuditTable items={page.items} older={page.nextCursor} filter={filter} />}
    </ListPage>
  );
}

export default withWords("(admin)/admin/audit", AuditPage);

/** The filter in the page's address; what is wrong in it is ignored. */
function readAuditFilter(given: Record<string, string | string[]>) {
  const { q, person, kind, from, to } = auditFilterSchema.shape;
  const members = { q, person, kind, from, to };
  const read = Object.entries(members).flatMap(([name, schema]) => {
    const value = schema.safeParse(given[name]).data?.trim();
    return value ? [[name, value]] : [];
  });
  return auditFilterSchema.parse(Object.fromEntries(read));
}
