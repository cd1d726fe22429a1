"use client";

import { useState } from "react";
import { useZoom } from "@/components/places/use-zoom";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/choices";
import { cx } from "@/components/ui/cx";
import { IndexMark, indexLabel } from "@/components/ui/index-mark";
import { Panel } from "@/components/ui/panel";
import { EmptyState } from "@/components/ui/states";
import { useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import type { AlertDetail } from "@/lib/alerting/alerts/contract";
import { evidenceIndex } from "@/lib/alerting/alerts/evidence";
import { EvidenceCharts } from "./evidence-charts";
import { EVIDENCE_RANGES, type EvidenceRange, rangeLabel, usualRange } from "./evidence-window";
import { BESIDE } from "./use-alert-chart";

/** The order of the charts below the alert's own. */
const ORDER = ["HEALTH", "EFFICIENCY", "PRODUCTIVITY", "PPFD", "PEI", "ALPHA", "DLI", "DPI"];

/** Charts of the alert's index before and since the raise, with other indices below. */
export function EvidencePanel({ alert }: { alert: AlertDetail }) {
  const words = useWords();
  const { t } = words;
  const { now } = useClock();
  const [chosenRange, setRange] = useState<EvidenceRange | null>(null);
  const { zoom, isZoomed } = useZoom(null);
  const range = chosenRange ?? usualRange(alert, now.getTime());
  const [table, setTable] = useState(false);
  const subject = evidenceIndex(alert);
  const all = [subject, ...ORDER.filter((index) => index !== subject)];
  const [beside, setBeside] = useState(BESIDE.filter((index) => index !== subject));
  return (
    <Panel
      title={t("alerts.evidence.title")}
      hint={
        alert.areas.length > 0 &&
        t(alert.areas.length > 1 ? "alerts.evidence.averaged" : "alerts.evidence.ofJob")
      }
      end={
        alert.areas.length > 0 && (
          <span className="no-print flex flex-wrap items-center gap-2">
            <Segmented
              label={t("alerts.evidence.range")}
              options={EVIDENCE_RANGES.map((value) => ({ value, label: rangeLabel(words, value) }))}
              // A part is shown: a press on its range shows all of that again.
              value={isZoomed ? null : range}
              onChange={(next) => {
                setRange(next);
                zoom(null);
              }}
            />
            <Button icon="table" aria-pressed={table} onClick={() => setTable(!table)}>
              {t(table ? "alerts.evidence.charts" : "alerts.evidence.table")}
            </Button>
          </span>
        )
      }
    >
      {alert.areas.length === 0 ? (
        <EmptyState icon="pin" title={t("alerts.certainty.none")}>
          {t("alerts.evidence.noJob")}
        </EmptyState>
      ) : (
        <>
          <IndexToggles indices={all.slice(1)} chosen={beside} onChange={setBeside} />
          <EvidenceCharts
            alert={alert}
            range={range}
            table={table}
            indices={all.filter((index) => index === subject || beside.includes(index))}
            all={all}
          />
        </>
      )}
    </Panel>
  );
}

/** Chooses the charts below the alert's own; a phone shows one chart and picks it there. */
function IndexToggles({
  indices,
  chosen,
  onChange,
}: {
  indices: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  const { t } = useWords();
  const toggle = (index: string) =>
    onChange(chosen.includes(index) ? chosen.filter((one) => one !== index) : [...chosen, index]);
  return (
    <fieldset className="no-print flex flex-wrap items-center gap-1.5 px-4 pt-3 max-sm:hidden">
      <legend className="sr-only">{t("alerts.evidence.indices")}</legend>
      <span className="mr-1 text-sm text-ink-3">{t("alerts.evidence.alsoShow")}</span>
      {indices.map((index) => (
        <button
          key={index}
          type="button"
          aria-pressed={chosen.includes(index)}
          onClick={() => toggle(index)}
          className={cx(
            "inline-flex h-7 items-center gap-1.5 rounded-full border px-2.5 text-sm transition-colors touch:h-target",
            chosen.includes(index)
              ? "border-accent bg-accent-tint font-medium"
              : "border-line text-ink-2 hover:bg-hover",
          )}
        >
          <IndexMark index={index} className="size-2.5" />
          {indexLabel(index)}
        </button>
      ))}
    </fieldset>
  );
}
