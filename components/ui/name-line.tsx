import { cx } from "./cx";

/** A name on one line, from the left as all are; what does not fit is cut at its own end, whichever way it is written. */
export function NameLine({ name, className }: { name: string; className?: string }) {
  return <bdi className={cx("block min-w-0 truncate text-left", className)}>{name}</bdi>;
}
