"use client";
import { type ComponentProps, cloneElement, lazy, type ReactElement, useRef, useState } from "react";
import { Opened } from "./dialog";
import type { MenuFacts } from "./menu-popover";

const popover = () => import("./menu-popover");
const MenuPopover = lazy(async () => ({ default: (await popover()).MenuPopover }));

/** A menu under a native button; its popover is fetched on hover or focus. */
export function Menu({
  trigger,
  ...menu
}: MenuFacts & { trigger: ReactElement<ComponentProps<"button">, "button"> }) {
  const ref = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {cloneElement(trigger, {
        ref,
        "aria-haspopup": "menu",
        "aria-expanded": isOpen,
        onClick: () => setOpen(!isOpen),
        onKeyDown: (event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          setOpen(true);
        },
        onPointerEnter: () => void popover(),
        onFocus: () => void popover(),
      })}
      <Opened isOpen={isOpen}>
        <MenuPopover {...menu} triggerRef={ref} isOpen={isOpen} onOpenChange={setOpen} />
      </Opened>
    </>
  );
}
