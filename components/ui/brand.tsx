import { Icon } from "./icon";

/** Who we are, on a page without the bar. */
export function Brand() {
  return (
    <p className="mb-7 flex items-center gap-2.5 text-xl font-strong">
      <Icon name="leaf" className="size-5" />
      Leafwatch
    </p>
  );
}
