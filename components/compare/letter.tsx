import { cx } from "@/components/ui/cx";

/** The letter of a line, in a circle; the one of the reference in the hue of the index. */
export function Letter({ letter, hue }: { letter: string; hue?: string | undefined }) {
  return (
    <span
      className={cx(
        "grid size-6 shrink-0 place-items-center rounded-full border bg-surface text-xs font-strong",
        hue ? "" : "border-ink-2",
      )}
      style={hue ? { borderColor: hue } : undefined}
    >
      {letter}
    </span>
  );
}
