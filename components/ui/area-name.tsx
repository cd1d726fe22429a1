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

/** A name on one line, from the left as all are; what does not fit is cut at its own end, whichever way it is written. */
export function NameLine({ name, className }: { name: string; className?: string }) {
  return <bdi className={cx("block min-w-0 truncate text-left", className)}>{name}</bdi>;
}

const SEPARATOR = " › ";

/** A path on one line. What does not fit loses its parents first; a last name that is still too long is cut. */
export function PathLine({ path, className }: { path: string; className?: string }) {
  return (
    <span title={path} className={cx("block min-w-0", className)}>
      <Levels names={path.split(SEPARATOR)} />
    </span>
  );
}

/** One line high, its foot in view: names that do not fit wrap to that foot, and the parent above them is out of sight. */
function Levels({ names }: { names: string[] }) {
  const [first = "", ...rest] = names;
  if (rest.length === 0) return <NameLine name={first} />;
  return (
    <span className="flex h-[1lh] min-w-0 flex-wrap content-end overflow-hidden">
      <span className="whitespace-pre">
        <bdi>{first}</bdi>
        {SEPARATOR}
      </span>
      <Levels names={rest} />
    </span>
  );
}
