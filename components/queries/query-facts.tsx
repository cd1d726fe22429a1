"use client";
import type { ReactNode } from "react";
import { useClock } from "@/components/ui/clock";
import { Icon } from "@/components/ui/icon";
import { displayPath } from "@/lib/base/core/paths";
import { siteDateTime } from "@/lib/base/core/time";
import type { Query } from "@/lib/history/queries/contract";
import { indexWords } from "@/lib/history/queries/words";

/** What was really sent, the service's own identifier, and what one can do with it. Closed at first. */
export function QueryFacts({ query, children }: { query: Query; children?: ReactNode }) {
  const { zone } = useClock();
  return (
    <details className="group border-b border-hairline">
      <summary className="flex min-h-9 cursor-pointer items-center gap-1.5 px-4 py-1.5 text-sm text-ink-2 -outline-offset-2 hover:bg-hover touch:min-h-target">
        <Icon name="chevron-right" className="size-3.5 shrink-0 text-ink-3 group-open:rotate-90" />
        What was asked
      </summary>
      <div className="px-4 pt-1 pb-4">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 text-sm">
          {factsOf(query, zone).map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-3">{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
        {children && <div className="mt-3">{children}</div>}
      </div>
    </details>
  );
}

function factsOf(query: Query, zone: string): [string, string][] {
  const { filters, asked, type, selectColumns } = query;
  const { controlAreaPathNames: areas } = filters;
  const time = (at?: string) => (at ? siteDateTime(new Date(at), zone) : "");
  const moved = (["from", "to"] as const).flatMap((end) => {
    const wanted = asked?.[end];
    return wanted && Date.parse(wanted) !== Date.parse(filters[end] ?? "") ? [`${end} ${time(wanted)}`] : [];
  });
  const sent = `${time(filters.from)} to ${time(filters.to)}`;
  return [
    ["Period", moved.length > 0 ? `${sent}; ${moved.join(" ")} was asked for` : sent],
    ["In UTC", `${filters.from} to ${filters.to}`],
    areas ? ["Areas that begin with", areas.map(displayPath).join("; ")] : ["Control areas", "all"],
    type === "indices"
      ? ["Indices", indexWords(filters.indexNames)]
      : ["Sensors", filters.devices?.join(", ") ?? "all"],
    ["Growth job", filters.jobId ?? "any"],
    type === "indices"
      ? ["Interpolated", filters.includeFilled === false ? "left out" : "included"]
      : ["Captured at", lightWords(filters.isDaytime)],
    ["Columns", columnWords(selectColumns)],
    ["The service's id", query.queryId ?? "none: it was never accepted"],
  ];
}

function lightWords(isDaytime: boolean | undefined): string {
  if (isDaytime === undefined) return "any time";
  return isDaytime ? "plant day" : "plant night";
}

function columnWords(columns: Query["selectColumns"]): string {
  if (columns?.include) return columns.include.join(", ");
  return columns?.exclude ? `all but ${columns.exclude.join(", ")}` : "all";
}
