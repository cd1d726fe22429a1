"use client";
import type { ReactNode } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { useWords } from "@/components/words/words";
import { IconButton } from "./button";
import { cx } from "./cx";
import { OVERLAY } from "./overlay";

const SCRIM =
  "fixed inset-0 z-40 flex bg-scrim transition-opacity duration-(--t-move) data-entering:opacity-0 data-exiting:opacity-0";
const PLACES = { middle: "items-center justify-center p-4", left: "justify-start", bottom: "items-end" };
const SHAPES = {
  middle: "max-h-full w-full",
  left: "h-full w-84 max-w-[88%] rounded-none border-y-0 border-l-0",
  bottom: "max-h-[85%] w-full rounded-b-none border-x-0 border-b-0",
};

/** The part of `Dialog` that is fetched when it first opens. */
export function DialogOverlay({
  title,
  isOpen,
  onClose,
  actions,
  children,
  side = "middle",
  wide = false,
  isLocked = false,
}: {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Buttons at the end; the primary one last. */
  actions?: ReactNode;
  children: ReactNode;
  /** An edge makes it a drawer: the tree on a small screen, filters on a phone. */
  side?: keyof typeof PLACES;
  wide?: boolean;
  /** Only the page itself can close it. */
  isLocked?: boolean;
}) {
  const { t, locale } = useWords();
  const isDrawer = side !== "middle";
  const width = !isDrawer && (wide ? "max-w-160" : "max-w-110");
  return (
    <I18nProvider locale={locale}>
      <ModalOverlay
        isDismissable={!isLocked}
        isKeyboardDismissDisabled={isLocked}
        isOpen={isOpen}
        onOpenChange={(open) => !open && onClose()}
        className={cx(SCRIM, PLACES[side])}
      >
        {/* Header and footer are sticky: the scroll padding keeps focused elements from under them. */}
        <Modal className={cx(OVERLAY, "scroll-py-16 overflow-auto", SHAPES[side], width)}>
          <AriaDialog
            className={cx("outline-none [box-shadow:none]", isDrawer && "flex min-h-full flex-col")}
          >
            <div className="sticky top-0 z-20 flex items-center gap-2 border-b border-hairline bg-raised py-2 pr-2 pl-4">
              <Heading slot="title" level={2} className="flex-1">
                {title}
              </Heading>
              {!isLocked && <IconButton icon="close" label={t("ui.close")} onClick={onClose} />}
            </div>
            <div className="flex-1 p-4">{children}</div>
            {actions && (
              <div className="sticky bottom-0 z-20 flex flex-wrap items-center justify-end gap-2 border-t border-hairline bg-raised px-4 py-3">
                {actions}
              </div>
            )}
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </I18nProvider>
  );
}
