import { LinkButton } from "@/components/ui/button";
import { TimeCell } from "@/components/ui/time";
import type { AuditLine } from "@/lib/identity/audit/contract";
import { actionWords, memberWords } from "@/lib/identity/audit/words";
import { STACKED } from "./stacked-table";

/** Who did what to what, when, and from where. */
export function AuditTable({
  items,
  older,
  search,
}: {
  items: AuditLine[];
  older: string | null;
  search: string | undefined;
}) {
  const address = new URLSearchParams({ ...(search ? { q: search } : {}), before: older ?? "" });
  return (
    <>
      <table className={`data-table ${STACKED}`}>
        <thead>
          <tr>
            <th>When</th>
            <th>Who</th>
            <th>What</th>
            <th>Of</th>
            <th>In detail</th>
          </tr>
        </thead>
        <tbody>
          {items.map((line) => (
            <tr key={line.id}>
              <td data-label="When">
                <TimeCell at={line.at} />
              </td>
              <td
                data-label="Who"
                className="text-sm sm:max-w-60 sm:min-w-32 wrap-anywhere lg:whitespace-nowrap lg:max-w-none"
              >
                <span className="block">{line.actor}</span>
                {line.account && line.account !== line.actor && (
                  <span className="block text-ink-2 lg:w-max lg:max-w-80 lg:whitespace-normal">
                    {line.account}
                  </span>
                )}
                {line.address && <span className="block text-ink-3">{line.address}</span>}
              </td>
              <td data-label="What" className="text-sm lg:whitespace-nowrap">
                {actionWords(line.action)}
              </td>
              <td data-label="Of" className="text-sm font-medium wrap-break-word">
                {line.target}
              </td>
              <td className="text-sm text-ink-2">
                <Detail detail={line.detail} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
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
