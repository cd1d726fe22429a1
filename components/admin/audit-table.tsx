import { LinkButton } from "@/components/ui/button";
import { TimeCell } from "@/components/ui/time";
import type { AuditFilter, AuditLine } from "@/lib/identity/audit/contract";
import { actionWords, memberWords } from "@/lib/identity/audit/words";
import { type Column, DataTable } from "./data-table";

const COLUMNS: Column<AuditLine>[] = [
  { head: "When", label: "When", cell: ({ at }) => <TimeCell at={at} /> },
  {
    head: "Who",
    className: "text-sm sm:max-w-60 sm:min-w-32 wrap-anywhere lg:whitespace-nowrap lg:max-w-none",
    cell: ({ actor, account, address }) => (
      <>
        <span className="block">{actor}</span>
        {account && account !== actor && (
          <span className="block text-ink-2 lg:w-max lg:max-w-80 lg:whitespace-normal">{account}</span>
        )}
        {address && <span className="block text-ink-3">{address}</span>}
      </>
    ),
  },
  { head: "What", className: "text-sm lg:whitespace-nowrap", cell: ({ action }) => actionWords(action) },
  { head: "Of", className: "text-sm font-medium wrap-break-word", cell: ({ target }) => target },
  {
    head: "In detail",
    label: null,
    className: "text-sm text-ink-2",
    cell: ({ detail }) => <Detail detail={detail} />,
  },
];

/** The audit lines. */
export function AuditTable({
  items,
  older,
  filter,
}: {
  items: AuditLine[];
  older: string | null;
  filter: AuditFilter;
}) {
  const address = new URLSearchParams({ ...filter, before: older ?? "" });
  return (
    <>
      <DataTable rows={items} keyOf={({ id }) => id} columns={COLUMNS} />
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

function Detail({ detail }: { detail: AuditLine["detail"] }) {
  if (!detail) return null;
  return Object.entries(detail).map(([member, value]) => (
    <span key={member} className="block wrap-anywhere">
      <span className="text-ink-3">{memberWords(member)}:</span> {value}
    </span>
  ));
}
