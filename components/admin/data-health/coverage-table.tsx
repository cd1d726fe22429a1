import { TimeWithAge } from "@/components/ui/time";
import { formatShare } from "@/lib/base/core/numbers";
import { displayPath } from "@/lib/base/core/paths";
import type { AreaStrip, Coverage } from "@/lib/history/coverage/contract";
import { type Column, DataTable } from "../data-table";
import { daysIn } from "./coverage-words";

/** The same as the strips, in numbers and days; of measurements none is interpolated. */
export function CoverageTable({ data, isMeasured }: { data: Coverage; isMeasured: boolean }) {
  const { days, fetched } = data;
  const share = (head: string, of: (item: AreaStrip) => number | null): Column<AreaStrip> => ({
    head,
    isNumber: true,
    className: "text-sm whitespace-nowrap",
    cell: (item) => shareWords(of(item)),
  });
  const daysOf = (head: string, label: string, kind: "none" | "part"): Column<AreaStrip> => ({
    head,
    label,
    className: "text-sm text-ink-2",
    cell: (item) => daysIn(kind, item, days, fetched) || "none",
  });
  const columns: Column<AreaStrip>[] = [
    {
      head: "Area",
      className: "text-sm font-medium wrap-anywhere",
      cell: ({ path }) => displayPath(path),
    },
    {
      head: isMeasured ? "Last measured" : "Last reading",
      className: "text-sm whitespace-nowrap",
      cell: ({ lastReadingAt }) => (lastReadingAt ? <TimeWithAge at={lastReadingAt} /> : "none"),
    },
    share("Measured", ({ measuredShare }) => measuredShare),
    ...(isMeasured ? [] : [share("Interpolated", ({ filledShare }) => filledShare)]),
    share("Missing", ({ missingShare }) => missingShare),
    daysOf(isMeasured ? "Days without any" : "Days without readings", "Without", "none"),
    daysOf("Days in part", "In part", "part"),
  ];
  return <DataTable isDense rows={data.items} keyOf={({ path }) => path} columns={columns} />;
}

const shareWords = (share: number | null) => (share === null ? "not known" : formatShare(share));
