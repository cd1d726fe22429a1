"use client";
import { Panel } from "@/components/ui/panel";
import { TimeCell } from "@/components/ui/time";
import type { Outage } from "@/lib/alerting/outages/contract";
import { causeWords } from "@/lib/alerting/outages/contract";
import { formatDuration } from "@/lib/base/core/time";
import { STACKED } from "../stacked-table";

/** The ledger: when no notification could be received, for all tenancies alike. */
export function HealthOutages({ outages, zone, days }: { outages: Outage[]; zone: string; days: number }) {
  return (
    <Panel
      title="Times without reception"
      count={outages.length}
      hint={`in the last ${days} days, for all tenancies; alerts of these times may be missing`}
      className="overflow-hidden"
    >
      {outages.length === 0 ? (
        <p className="px-4 py-3.5 text-sm text-ink-2">
          No break is known. Here stands each time when Leafwatch was not running or could not store.
        </p>
      ) : (
        <table className={`data-table dense ${STACKED}`}>
          <thead>
            <tr>
              <th>From</th>
              <th>Until</th>
              <th className="num">For</th>
              <th>Why</th>
            </tr>
          </thead>
          <tbody>
            {outages.map((outage) => (
              <Row key={`${outage.startedAt} ${outage.cause}`} outage={outage} zone={zone} />
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function Row({ outage, zone }: { outage: Outage; zone: string }) {
  const { startedAt, endedAt } = outage;
  return (
    <tr>
      <td data-label="From">
        <TimeCell at={startedAt} zone={zone} />
      </td>
      <td data-label="Until">
        {endedAt === null ? <span className="text-sm">goes on</span> : <TimeCell at={endedAt} zone={zone} />}
      </td>
      <td data-label="For" className="num text-sm whitespace-nowrap">
        {endedAt === null ? "" : formatDuration(Date.parse(endedAt) - Date.parse(startedAt))}
      </td>
      <td data-label="Why" className="text-sm">
        {causeWords(outage)}
      </td>
    </tr>
  );
}
