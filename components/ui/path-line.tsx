import { cx } from "./cx";
import { NameLine } from "./name-line";

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
