import { formatIndexValue, formatSigned, formatValue } from "@/lib/base/core/numbers";
import { cx } from "./cx";
import { Icon } from "./icon";

/** A number with its unit, thin and grey, behind it; "–" where there is none. */
export function Num({
  value,
  index,
  unit,
  decimals = 1,
  className,
}: {
  value: number | null | undefined;
  /** The index that it belongs to: decides on the sign. */
  index?: string;
  unit?: string | null;
  decimals?: number;
  className?: string;
}) {
  if (value === null || value === undefined) return <span className="text-ink-3">–</span>;
  const text = index ? formatIndexValue(value, index) : formatValue(value, decimals);
  return (
    <span className={cx("whitespace-nowrap", className)}>
      <span className="font-strong">{text}</span>
      {unit && <span className="text-ink-3"> {unit}</span>}
    </span>
  );
}

/** Under this share of the value a change is drawn level. */
const LEVEL_SHARE = 0.005;

/** A change with its arrow: rises, falls, or is about level. The arrow is grey: only the plant's state has colour. */
export function Change({ from, to }: { from: number | null | undefined; to: number | null | undefined }) {
  if (from === null || from === undefined || to === null || to === undefined)
    return <span className="text-ink-3">–</span>;
  const change = to - from;
  const level = Math.abs(change) <= Math.max(Math.abs(from) * LEVEL_SHARE, 0.05);
  const [icon, word] = level
    ? (["flat", "about level"] as const)
    : change > 0
      ? (["rises", "up"] as const)
      : (["falls", "down"] as const);
  return (
    <span className="inline-flex items-center justify-end gap-1 font-medium whitespace-nowrap">
      <Icon name={icon} className="size-3.5 shrink-0 text-ink-2" />
      <span className="sr-only">{word} </span>
      {formatSigned(change)}
    </span>
  );
}
