import type { RefObject } from "react";

/** The look of all overlays: raised ground, the one shadow, a short fade. */
export const OVERLAY =
  "rounded-3 border border-hairline bg-raised shadow-overlay outline-none transition-opacity duration-(--t-move) data-entering:opacity-0 data-exiting:opacity-0";

/** A line in a menu or list box. */
export const OPTION =
  "flex min-h-8 cursor-pointer items-center gap-2 rounded-1 px-2.5 py-1 text-base text-ink-1 outline-none [box-shadow:none] data-focused:bg-hover data-selected:font-strong data-disabled:cursor-default data-disabled:text-ink-off touch:min-h-target";

export type PopoverFacts = {
  triggerRef: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};
