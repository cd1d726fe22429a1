"use client";
import { alertHeadline } from "@/components/ui/alert-words";
import { LinkButton } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { TimeCell } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import { displayPath } from "@/lib/base/core/paths";
import { withPrefix } from "@/lib/base/request/site-path";
import { jobHref } from "@/lib/farm/jobs/rules";
import type { AuditFilter } from "@/lib/identity/audit/contract";
import { actionWords, memberWords } from "@/lib/identity/audit/words";
import type { NamedLine } from "@/lib/operations/audit/contract";
import { type Column, DataTable } from "./data-table";

const COLUMNS: Column<NamedLine>[] = [
  { head: "When", label: "When", headClass: "w-28 lg:w-36", cell: ({ at }) => <TimeCell at={at} /> },
  {
    head: "Who",
    headClass: "w-[21%]",
    className: "text-sm wrap-anywhere",
    cell: ({ actor, account, address }) => (
      <>
        <span className="block">{actor}</span>
        {account && account !== actor && <span className="block text-ink-2">{account}</span>}
        {address && <span className="block text-ink-3">{address}</span>}
      </>
    ),
  },
  {
    head: "What",
    headClass: "w-[15%]",
    className: "text-sm wrap-break-word",
    cell: ({ action }) => actionWords(action),
  },
  { head: "Of", className: "text-sm font-medium wrap-break-word", cell: (line) => <Subject line={line} /> },
  {
    head: "In detail",
    label: null,
    headClass: "w-[26%]",
    className: "text-sm text-ink-2",
    cell: (line) => <Detail line={line} />,
  },
];

/** The audit lines. */
export function AuditTable({
  items,
  older,
  filter,
}: {
  items: NamedLine[];
  older: string | null;
  filter: AuditFilter;
}) {
  const address = new URLSearchParams({ ...filter, before: older ?? "" });
  return (
    <>
      <DataTable isFixed rows={items} keyOf={({ id }) => id} columns={COLUMNS} />
      {older && (
        <footer className="border-t border-hairline px-4 py-2.5">
          <LinkButton href={`/admin/audit?${address}`} size="sm">
            Older
          </LinkButton>
        </footer>
      )}
    </>
  );
}

/** The name of the changed thing; an id that has a name is its tooltip. */
function Subject({ line: { action, target, tenancy, alert, jobName } }: { line: NamedLine }) {
  const words = useWords();
  const linkTo = (address: string, name: string) => (
    <Link href={withPrefix(tenancy?.prefix ?? "", address)} title={target} className="hover:text-accent">
      {name}
    </Link>
  );
  if (alert) return linkTo(`/alerts/${encodeURIComponent(target)}`, alertHeadline(words, alert));
  if (jobName !== null) return linkTo(jobHref(target), jobName);
  return action.startsWith("area.") ? displayPath(target) : target;
}

function Detail({ line: { action, detail, tenancy } }: { line: NamedLine }) {
  if (!detail) return null;
  return Object.entries(detail).map(([member, value]) => {
    const [name, text] =
      tenancy && member === "tenantId"
        ? ["tenancy", tenancy.name]
        : [member, action === "alert.placed" ? displayPath(value) : value];
    return (
      <span key={member} title={text === value ? undefined : value} className="block wrap-anywhere">
        <span className="text-ink-3">{memberWords(name)}:</span> {text}
      </span>
    );
  });
}
