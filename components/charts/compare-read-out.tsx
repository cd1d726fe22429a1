import { IndexMark, indexLabel } from "@/components/ui/index-mark";
import { formatCount, formatIndexValue, formatSigned } from "@/lib/base/core/numbers";
import type { Row } from "./model";

type Reading = { index: string; isDifference: boolean };
type ValueAt = { letter: string; name: string; row: Row | null };

/** A value as the chart writes it: differences have their sign. */
export function valueWords(row: Row | null, { index, isDifference }: Reading): string {
  if (!row?.point) return "–";
  const { mean } = row.point;
  return isDifference ? formatSigned(mean) : formatIndexValue(mean, index);
}

/** Index and unit, when, and the value of each line there: lines of fixed height, so that nothing jumps. */
export function CompareReadOut(
  props: Reading & {
    unit: string;
    lead: string;
    values: readonly ValueAt[];
    when: string | null;
    /** How long ago that was; said at rest. */
    age: string | null;
    isPointed: boolean;
    isWaiting: boolean;
  },
) {
  const { index, unit, lead, values, when, isPointed } = props;
  const row = values.find(({ letter }) => letter === lead)?.row;
  return (
    <div aria-live={isPointed ? "polite" : "off"}>
      <div className="flex h-6 items-center gap-2 max-sm:h-11 max-sm:flex-wrap max-sm:gap-y-0">
        <h2 className="flex min-w-0 items-center gap-2 text-sm max-sm:w-full">
          <IndexMark index={index} />
          <span className="truncate">
            {indexLabel(index)}
            {props.isDifference && `, difference to ${lead}`}
          </span>
        </h2>
        <span className="flex-1 text-xs whitespace-nowrap text-ink-3">{unit}</span>
        <p className="truncate text-xs text-ink-2">
          {when ?? (props.isWaiting ? "" : "no value here")}
          {!isPointed && props.age !== null && `, ${props.age}`}
        </p>
      </div>
      <div className="flex h-5 items-center gap-3 overflow-hidden text-sm whitespace-nowrap text-ink-2">
        {values.map((one) => (
          <span key={one.letter} className={one.letter === lead ? "font-strong text-ink-1" : undefined}>
            <span className="text-ink-3">{one.letter}</span> {valueWords(one.row, props)}
          </span>
        ))}
        <span className="ml-auto truncate text-xs text-ink-3 max-sm:hidden">
          {row?.point && `${lead}: ${detailsOf(row.point, props)}`}
        </span>
      </div>
    </div>
  );
}

function detailsOf(point: NonNullable<Row["point"]>, { index, isDifference }: Reading): string {
  const format = (value: number) => (isDifference ? formatSigned(value) : formatIndexValue(value, index));
  const origin = originOf(point.filled);
  if (point.count === 1) return origin;
  return `${format(point.min)} to ${format(point.max)}, ${formatCount(point.count)} readings, ${origin}`;
}

/** Where a value comes from, by its interpolated share. */
export function originOf(filled: number): string {
  if (filled === 0) return "measured";
  return filled === 1 ? "interpolated" : "partly interpolated";
}
