import { displayPath, nameOf, segmentsOf } from "@/lib/base/core/paths";
import { cx } from "./cx";

/**
 * An area's name after its parent's, since names repeat from house to house. The parent is cut first.
 * @param apart what tells it from the others on the page, if its parent does not
 */
export function AreaName({ path, apart }: { path: string; apart?: string | undefined }) {
  const above = apart ?? segmentsOf(path).at(-2);
  return (
    // One line, wrapped in reverse: a parent with less room than 4.5 rem wraps to a second line, which is clipped.
    <span
      className="flex h-[1lh] min-w-0 flex-wrap-reverse content-end overflow-clip"
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

/** The same where there is room below: all of both names, on as many lines as they take. */
export function WholeAreaName({ path, apart }: { path: string; apart?: string | undefined }) {
  const above = apart ?? segmentsOf(path).at(-2);
  return (
    <span className="block wrap-anywhere" title={displayPath(path)}>
      {above && (
        <span className="text-ink-3">
          <bdi>{above}</bdi> ›{" "}
        </span>
      )}
      <bdi>{nameOf(path) || "(no name)"}</bdi>
    </span>
  );
}

/** A name on one left-aligned line, cut at its own end in either writing direction. */
export function NameLine({ name, className }: { name: string; className?: string }) {
  return <bdi className={cx("block min-w-0 truncate text-left", className)}>{name}</bdi>;
}

const SEPARATOR = " › ";

/** A path on one line: parents are dropped first, then the last name is cut. */
export function PathLine({ path, className }: { path: string; className?: string }) {
  return (
    <span title={path} className={cx("block min-w-0", className)}>
      <Levels names={path.split(SEPARATOR)} />
    </span>
  );
}

/** One line high and aligned to its bottom: names that do not fit wrap there, which clips the parent above them. */
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
