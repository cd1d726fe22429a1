"use client";
import { cx } from "@/components/ui/cx";
import { IndexMark, indexLabel } from "@/components/ui/index-mark";

/** Which indices stand below the one that the alert is about; a phone shows one chart and picks it there. */
export function IndexToggles({
  indices,
  chosen,
  onChange,
}: {
  indices: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  const toggle = (index: string) =>
    onChange(chosen.includes(index) ? chosen.filter((one) => one !== index) : [...chosen, index]);
  return (
    <fieldset className="no-print flex flex-wrap items-center gap-1.5 px-4 pt-3 max-sm:hidden">
      <legend className="sr-only">Indices below it</legend>
      <span className="mr-1 text-sm text-ink-3">Below it</span>
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
