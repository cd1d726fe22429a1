"use client";
import { type ComponentProps, cloneElement, lazy, type ReactElement, useRef, useState } from "react";
import { useWords } from "@/components/words/words";
import { buttonClass } from "./button";
import { Opened } from "./dialog";
import { Icon } from "./icon";
import type { MenuFacts } from "./menu-popover";

const popover = () => import("./menu-popover");
const MenuPopover = lazy(async () => ({ default: (await popover()).MenuPopover }));

/** A menu under a native button, which stays closed while that is disabled; its popover is fetched on hover or focus. */
export function Menu({
  trigger,
  ...menu
}: MenuFacts & { trigger: ReactElement<ComponentProps<"button">, "button"> }) {
  const ref = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isDisabled = trigger.props["aria-disabled"] === true;
  const open = (next: boolean) => setOpen(next && !isDisabled);
  return (
    <>
      {cloneElement(trigger, {
        ref,
        "aria-haspopup": "menu",
        "aria-expanded": isOpen,
        onClick: () => open(!isOpen),
        onKeyDown: (event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          open(true);
        },
        onPointerEnter: () => void popover(),
        onFocus: () => void popover(),
      })}
      <Opened isOpen={isOpen} onClose={() => setOpen(false)}>
        <MenuPopover
          {...menu}
          triggerRef={ref}
          isOpen={isOpen}
          onOpenChange={setOpen}
          // A second tap may still hit an entry while the menu fades.
          onAction={(id) => isOpen && menu.onAction(id)}
        />
      </Opened>
    </>
  );
}

/** Downloads a file in one of several formats. */
export function DownloadMenu({
  title,
  formats,
  disabled,
  word,
  onDownload,
}: {
  /** What the file holds. */
  title: string;
  formats: MenuFacts["groups"][number]["entries"];
  disabled?: boolean;
  /** The word on the button. */
  word?: string;
  onDownload: (id: string) => void;
}) {
  const { t } = useWords();
  return (
    <Menu
      label={title}
      placement="bottom end"
      trigger={
        <button type="button" disabled={disabled} className={buttonClass({})}>
          <Icon name="download" className="size-4 shrink-0" />
          {word ?? t("ui.download")}
          <Icon name="chevron-down" className="size-3.5 shrink-0 text-ink-3" />
        </button>
      }
      groups={[{ id: "formats", title, entries: formats }]}
      onAction={onDownload}
    />
  );
}
