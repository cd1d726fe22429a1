"use client";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { useFavourites } from "./use-favourites";

/** Makes an area a favourite, or no longer one. */
export function FavouriteStar({
  tenant,
  path,
  className,
}: {
  tenant: string;
  path: string;
  className?: string;
}) {
  const { paths, set } = useFavourites(tenant);
  const isOne = paths.includes(path);
  return (
    <button
      type="button"
      aria-label="Favourite"
      aria-pressed={isOne}
      title={isOne ? "No longer a favourite" : "Make it a favourite"}
      onClick={() => void set(path, !isOne)}
      className={cx(
        "inline-grid size-7 shrink-0 place-items-center rounded-2 hover:bg-hover touch:size-target",
        isOne ? "text-accent [&_path]:fill-current" : "text-ink-3",
        className,
      )}
    >
      <Icon name="star" className="size-4.5" />
    </button>
  );
}
