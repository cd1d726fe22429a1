"use client";
import { useWords } from "@/components/words/words";
import { cx } from "./cx";
import { Icon } from "./icon";

/** A number with its unit in grey; "–" without one. */
export function Num({
  value,
  index,
  unit,
  className,
}: {
  value: number | null | undefined;
  /** The index that the value is of: decides on the sign. */
  index?: string;
  unit?: string | null;
  className?: string;
}) {
  const { formatIndexValue, formatValue } = useWords();
  if (value === null || value === undefined) return <span className="text-ink-3">–</span>;
  const text = index ? formatIndexValue(value, index) : formatValue(value, 1);
  return (
    <span className={cx("whitespace-nowrap", className)}>
      <span className="font-strong">{text}</span>
      {unit && <span className="text-ink-3"> {unit}</span>}
    </span>
  );
}

/** A smaller change, as a share of the value, is shown as level. */
const LEVEL_SHARE = 0.005;

/** A change with its arrow: up, down or about level. The arrow is grey, since only plant states have colours. */
export function Change({
  from,
  to,
  unit,
  reason,
}: {
  from: number | null | undefined;
  to: number | null | undefined;
  unit?: string | undefined;
  /** Why there is no change. */
  reason?: string | null;
}) {
  const { t, formatSigned } = useWords();
  if (from === null || from === undefined || to === null || to === undefined)
    return (
      <span title={reason ?? undefined} className="relative z-1 text-ink-3">
        –{reason && <span className="sr-only"> {reason}</span>}
      </span>
    );
  const change = to - from;
  const level = Math.abs(change) <= Math.max(Math.abs(from) * LEVEL_SHARE, 0.05);
  const [icon, word] = level
    ? (["flat", "ui.change.level"] as const)
    : change > 0
      ? (["rises", "ui.change.up"] as const)
      : (["falls", "ui.change.down"] as const);
  return (
    <span className="inline-flex items-center justify-end gap-1 font-medium whitespace-nowrap">
      <Icon name={icon} className="size-3.5 shrink-0 text-ink-2" />
      <span className="sr-only">{t(word)} </span>
      {formatSigned(change)}
      {unit && <span className="font-normal text-ink-3">{unit}</span>}
    </span>
  );
}
