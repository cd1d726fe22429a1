import { IndexMark, indexLabel } from "@/components/ui/index-mark";
import { Num } from "@/components/ui/num";
import { Spark } from "@/components/ui/spark";
import type { Alert } from "@/lib/alerting/alerts/contract";
import type { Evidence } from "./use-evidence";
import { noValueWords } from "./words";

/** The last 72 hours as a small line, or why there is none. */
export function EvidenceSpark({
  alert,
  evidence,
  width,
  height,
}: {
  alert: Alert;
  evidence: Evidence | undefined;
  width?: number;
  height?: number;
}) {
  if (!evidence) return null;
  if (evidence.points.length === 0)
    return <span className="block w-26 text-sm text-ink-3">{noValueWords(alert, evidence.index)}</span>;
  return <Spark {...evidence} width={width} height={height} />;
}

/** Marker, index, last value, unit: "Productivity 9.8 µmol/m²/s". */
export function EvidenceValue({ evidence, withUnit = true }: { evidence: Evidence; withUnit?: boolean }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5">
      <IndexMark index={evidence.index} />
      {indexLabel(evidence.index)}
      <Num value={evidence.last?.value} index={evidence.index} unit={withUnit ? evidence.unit : undefined} />
    </span>
  );
}
