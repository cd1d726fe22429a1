import { TimeWithAge } from "@/components/ui/time";
import { formatShare } from "@/lib/base/core/numbers";
import { displayPath } from "@/lib/base/core/paths";
import type { AreaStrip, Coverage } from "@/lib/history/coverage/contract";
import { STACKED } from "../stacked-table";
import { daysIn } from "./coverage-words";

/** The same as the strips, in numbers and days; of measurements none is interpolated. */
export function CoverageTable({ data, isMeasured }: { data: Coverage; isMeasured: boolean }) {
  const last = isMeasured ? "Last measured" : "Last reading";
  return (
    <table className={`data-table dense ${STACKED}`}>
      <thead>
        <tr>
          <th>Area</th>
          <th>{last}</th>
          <th className="num">Measured</th>
          {!isMeasured && <th className="num">Interpolated</th>}
          <th className="num">Missing</th>
          <th>{isMeasured ? "Days without any" : "Days without readings"}</th>
          <th>Days in part</th>
        </tr>
      </thead>
      <tbody>
        {data.items.map((item) => (
          <Row key={item.path} item={item} data={data} last={last} isMeasured={isMeasured} />
        ))}
      </tbody>
    </table>
  );
}

function Row({
  item,
  data: { days, fetched },
  last,
  isMeasured,
}: {
  item: AreaStrip;
  data: Coverage;
  /** The head of the column of the newest. */
  last: string;
  isMeasured: boolean;
}) {
  const shares = [
    { name: "Measured", share: item.measuredShare },
    ...(isMeasured ? [] : [{ name: "Interpolated", share: item.filledShare }]),
    { name: "Missing", share: item.missingShare },
  ];
  const lists = [
    { name: "Without", text: daysIn("none", item, days, fetched) },
    { name: "In part", text: daysIn("part", item, days, fetched) },
  ];
  return (
    <tr>
      <td className="text-sm font-medium wrap-anywhere">{displayPath(item.path)}</td>
      <td data-label={last} className="text-sm whitespace-nowrap">
        {item.lastReadingAt ? <TimeWithAge at={item.lastReadingAt} /> : "none"}
      </td>
      {shares.map(({ name, share }) => (
        <td key={name} data-label={name} className="num text-sm whitespace-nowrap">
          {share === null ? "not known" : formatShare(share)}
        </td>
      ))}
      {lists.map(({ name, text }) => (
        <td key={name} data-label={name} className="text-sm text-ink-2">
          {text || "none"}
        </td>
      ))}
    </tr>
  );
}
