import type { ComponentProps } from "react";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";

/** A link that looks like a word of the text. */
export function WordLink({ className, ...link }: ComponentProps<typeof Link>) {
  return (
    <Link
      {...link}
      className={cx(
        "font-medium text-accent no-underline touch:inline-flex touch:h-target touch:items-center",
        className,
      )}
    />
  );
}
