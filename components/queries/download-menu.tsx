"use client";
import { Icon } from "@/components/ui/icon";
import { Menu } from "@/components/ui/menu";
import {
  type ExportFormat,
  exportRowsCsv,
  exportRowsJsonl,
  exportRowsParquet,
  type Query,
} from "@/lib/history/queries/contract";
import { holdsTime, rowColumnsOf } from "@/lib/history/queries/row-cells";
import { callAddress } from "@/lib/web/api/client";

const FORMATS = [
  { id: "csv", label: "CSV", hint: "for spreadsheets", endpoint: exportRowsCsv },
  { id: "jsonl", label: "JSON lines", hint: "for programs", endpoint: exportRowsJsonl },
  { id: "parquet", label: "Parquet", hint: "for analysis, smallest", endpoint: exportRowsParquet },
] as const satisfies readonly { id: ExportFormat; label: string; hint: string; endpoint: object }[];

/** The stored rows of a query as a file, in the chosen columns; beside the time the site's. */
export function DownloadMenu({ query }: { query: Query }) {
  const download = (id: string) => {
    const format = FORMATS.find((one) => one.id === id);
    // An attachment: the page stays where it is.
    if (format) window.location.assign(callAddress(format.endpoint, { params: { id: query.id } }));
  };
  return (
    <Menu
      label="Download as"
      placement="bottom end"
      trigger={
        <button
          type="button"
          className="inline-flex h-control shrink-0 items-center gap-1.5 rounded-2 border border-control bg-surface px-3 text-sm font-medium text-ink-1 hover:bg-hover touch:h-target touch:text-base"
        >
          <Icon name="download" className="size-4 shrink-0" />
          Download
          <Icon name="chevron-down" className="size-3.5 shrink-0 text-ink-3" />
        </button>
      }
      groups={[
        {
          id: "formats",
          title: holdsTime(rowColumnsOf(query)) ? "All rows, with UTC and site time" : "All rows, as chosen",
          entries: FORMATS.map(({ id, label, hint }) => ({ id, label, hint })),
        },
      ]}
      onAction={download}
    />
  );
}
