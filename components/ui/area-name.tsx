import { displayPath, nameOf, segmentsOf } from "@/lib/base/core/paths";
import { cx } from "./cx";

/** The name of an area with the one that it lies in, which gives way first: names repeat from house to house. */
export function AreaName({ path, className }: { path: string; className?: string }) {
  const above = segmentsOf(path).at(-2);
  return (
    // One line, turned over: where less than a few letters of it have room beside the name, the one that it lies in
    // is a line of its own, and out of sight.
    <span
      className={cx("flex h-[1lh] min-w-0 flex-wrap-reverse content-end overflow-clip", className)}
      title={displayPath(path)}
    >
      {above && (
        <span className="flex max-w-max min-w-0 flex-[1_1_4.5rem] overflow-hidden text-ink-3">
          <bdi className="min-w-0 truncate text-left">{above}</bdi>
          <span className="shrink-0 whitespace-pre"> › </span>
        </span>
      )}
      <bdi className="max-w-full shrink-0 truncate text-left">{nameOf(path) || "(no name)"}</bdi>
    </span>
  );
}
