"use client";
import { Icon } from "@/components/ui/icon";
import { Menu } from "@/components/ui/menu";
import type { MenuEntry } from "@/components/ui/menu-popover";
import { useWords } from "@/components/words/words";
import type { Words } from "@/lib/base/words/words";

/** The column of the rows' menus: on a phone, the upper right corner. */
export const menuColumn = ({ t }: Words) => ({
  head: t("admin.rowMenuColumn"),
  isHeadHidden: true,
  className: "num max-sm:absolute! max-sm:top-1.5 max-sm:right-1.5",
});

/** The menu of a row's actions. */
export function RowMenu({
  name,
  entries,
  onAction,
}: {
  name: string;
  entries: MenuEntry[];
  onAction: (id: string) => void;
}) {
  const { t } = useWords();
  return (
    <Menu
      label={t("admin.rowMenu", { name })}
      placement="bottom end"
      trigger={
        <button
          type="button"
          aria-label={t("admin.rowMenu", { name })}
          className="inline-grid size-7 place-items-center rounded-2 text-ink-2 hover:bg-hover hover:text-ink-1 touch:size-target"
        >
          <Icon name="more" className="size-4.5" />
        </button>
      }
      groups={[{ id: "change", entries }]}
      onAction={onAction}
    />
  );
}
