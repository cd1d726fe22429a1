"use client";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { TimeCell } from "@/components/ui/time";
import type { TenancyHealth } from "@/lib/operations/connecting/health";
import { STACKED } from "../stacked-table";

/** Index names that we do not know: kept under the name that they came with. */
export function UnknownIndices({ health }: { health: TenancyHealth }) {
  if (health.unknownIndices.length === 0) return null;
  return (
    <Panel
      title="Unknown indices"
      count={health.unknownIndices.length}
      hint="Kept under the name that they came with; charts show them without a unit"
      className="overflow-hidden"
    >
      <table className={`data-table dense ${STACKED}`}>
        <thead>
          <tr>
            <th>Name</th>
            <th className="num">Rows</th>
            <th>First seen</th>
            <th>Last seen</th>
          </tr>
        </thead>
        <tbody>
          {health.unknownIndices.map(({ name, rows, firstSeen, lastSeen }) => (
            <tr key={name}>
              <td className="font-mono text-sm wrap-anywhere">{name}</td>
              <td data-label="Rows" className="num text-sm">
                {rows.toLocaleString("en")}
              </td>
              <td data-label="First seen">
                <TimeCell at={firstSeen} zone={health.timeZone} />
              </td>
              <td data-label="Last seen">
                <TimeCell at={lastSeen} zone={health.timeZone} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

/** Rows of results that could not be stored within the last 30 days, by reason. */
export function RejectedRows({ health }: { health: TenancyHealth }) {
  if (health.rejected.length === 0) return null;
  return (
    <Panel title="Rejected rows" hint="of the last 30 days, by reason" className="overflow-hidden">
      <table className={`data-table dense ${STACKED}`}>
        <thead>
          <tr>
            <th>Reason</th>
            <th className="num">Rows</th>
            <th>Last</th>
            <th>Query</th>
            <th>For example</th>
          </tr>
        </thead>
        <tbody>
          {health.rejected.map(({ reason, rows, lastAt, example, queryId }) => (
            <tr key={reason}>
              <td className="font-medium">{reason}</td>
              <td data-label="Rows" className="num text-sm">
                {rows.toLocaleString("en")}
              </td>
              <td data-label="Last">
                <TimeCell at={lastAt} zone={health.timeZone} />
              </td>
              <td data-label="Query" className="text-sm whitespace-nowrap">
                <Link href={`/queries/${encodeURIComponent(queryId)}`} className="font-medium">
                  the last with it
                </Link>
              </td>
              <td data-label="For example" className="font-mono text-xs wrap-anywhere text-ink-2">
                <span className="line-clamp-2">{example}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
