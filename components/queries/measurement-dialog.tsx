"use client";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { useClock } from "@/components/ui/clock";
import { Dialog } from "@/components/ui/dialog";
import { displayPath } from "@/lib/base/core/paths";
import { siteTimeWithAge } from "@/lib/base/core/time";
import { holdsTime } from "@/lib/history/queries/row-cells";
import { hourWords } from "@/lib/history/queries/words";
import { CHF_COLUMNS } from "@/lib/service/contract";
import { timeOf } from "./index-rows";
import type { Measured } from "./measured";
import { Value, Word } from "./measurement-rows";
import type { Row } from "./use-row-blocks";

const MEANINGS: Record<string, string> = CHF_COLUMNS;

type Props = { row: Row; measured: Measured; onClose: () => void };

/** All columns of one measurement: where and when, then each value with what it means. */
export function MeasurementDialog({ row, measured, onClose }: Props) {
  const { zone, now } = useClock();
  const { columns, values, decimalsOf } = measured;
  const at = timeOf(row);
  const hasTime = holdsTime(columns);
  const title = [row.deviceId || "Measurement", hasTime && hourWords(at, zone, now)]
    .filter(Boolean)
    .join(", ");
  const words: [name: string, shown: boolean, value: ReactNode][] = [
    ["Site time", hasTime, hasTime && siteTimeWithAge(at, zone, now)],
    ["UTC", hasTime, hasTime && hourWords(at, "UTC", now)],
    ["Sensor", columns.includes("deviceId"), <Word key="sensor" value={row.deviceId} />],
    [
      "Control area",
      columns.includes("controlAreaPathName"),
      displayPath(String(row.controlAreaPathName ?? "")),
    ],
    ["Job", columns.includes("jobId"), <Word key="job" value={row.jobId} />],
    ["Measurement", columns.includes("measurementId"), <Word key="id" value={row.measurementId} />],
  ];
  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {words.map(
          ([name, isShown, value]) =>
            isShown && (
              <div key={name} className="contents">
                <dt className="text-ink-3">{name}</dt>
                <dd className="wrap-anywhere">{value}</dd>
              </div>
            ),
        )}
      </dl>
      <dl className="mt-3 divide-y divide-hairline border-t border-hairline text-sm">
        {values.map((name) => (
          <div key={name} className="flex items-baseline gap-4 py-1.5">
            <dt className="min-w-0 flex-1">
              <span className="font-medium">{name}</span>
              <span className="block text-xs text-ink-3">{MEANINGS[name]}</span>
            </dt>
            <dd className="text-base font-strong">
              <Value value={row[name]} decimals={decimalsOf(name)} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
