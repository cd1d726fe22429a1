import { displayPath, nameOf, segmentsOf } from "@/lib/core/paths";
import { cx } from "./cx";

/** The name of an area with the one that it lies in, which gives way first: names repeat from house to house. */
export function AreaName({ path, className }: { path: string; className?: string }) {
  const above = segmentsOf(path).at(-2);
  return (
    <span className={cx("flex min-w-0", className)} title={displayPath(path)}>
      {above && (
        // Without room for it, its mark goes as well.
        <span className="flex min-w-0 justify-end overflow-hidden text-ink-3">
          <span className="min-w-0 truncate">{above}</span>
          <span className="shrink-0 whitespace-pre"> › </span>
        </span>
      )}
      <span className="max-w-full shrink-0 truncate">{nameOf(path) || "(no name)"}</span>
    </span>
  );
}
