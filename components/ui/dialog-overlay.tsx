"use client";
import type { ReactNode } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { IconButton } from "./button";
import { cx } from "./cx";
import { LOCALE, OVERLAY } from "./overlay";

type Facts = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Buttons at the end; the primary one last. */
  actions?: ReactNode;
  children: ReactNode;
};

const SCRIM =
  "fixed inset-0 z-40 flex bg-scrim transition-opacity duration-(--t-move) data-entering:opacity-0 data-exiting:opacity-0";

/** Head and foot stay in view; what has focus is never under them. */
const SCROLLS = "scroll-py-16 overflow-auto";

/** What `Dialog` opens. */
export function DialogOverlay({
  title,
  isOpen,
  onClose,
  actions,
  children,
  wide = false,
  isLocked = false,
}: Facts & {
  wide?: boolean;
  /** It stays until the page itself takes it away. */
  isLocked?: boolean;
}) {
  return (
    <I18nProvider locale={LOCALE}>
      <ModalOverlay
        isDismissable={!isLocked}
        isKeyboardDismissDisabled={isLocked}
        isOpen={isOpen}
        onOpenChange={(open) => !open && onClose()}
        className={cx(SCRIM, "items-center justify-center p-4")}
      >
        <Modal className={cx(OVERLAY, SCROLLS, "max-h-full w-full", wide ? "max-w-160" : "max-w-110")}>
          <AriaDialog className="outline-none [box-shadow:none]">
            <Sheet {...{ title, onClose: isLocked ? undefined : onClose, actions, children }} />
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </I18nProvider>
  );
}

/** What `Drawer` opens. */
export function DrawerOverlay({
  title,
  isOpen,
  onClose,
  actions,
  children,
  side = "left",
}: Facts & { side?: "left" | "right" | "bottom" }) {
  const place = { left: "justify-start", right: "justify-end", bottom: "items-end" };
  const shape = {
    left: "h-full w-84 max-w-[88%] rounded-none border-y-0 border-l-0",
    right: "h-full w-84 max-w-[88%] rounded-none border-y-0 border-r-0",
    bottom: "max-h-[85%] w-full rounded-b-none border-x-0 border-b-0",
  };
  return (
    <I18nProvider locale={LOCALE}>
      <ModalOverlay
        isDismissable
        isOpen={isOpen}
        onOpenChange={(open) => !open && onClose()}
        className={cx(SCRIM, place[side])}
      >
        <Modal className={cx(OVERLAY, SCROLLS, shape[side])}>
          <AriaDialog className="flex min-h-full flex-col outline-none [box-shadow:none]">
            <Sheet {...{ title, onClose, actions, children }} />
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </I18nProvider>
  );
}

type SheetFacts = Omit<Facts, "isOpen" | "onClose"> & { onClose: Facts["onClose"] | undefined };

function Sheet({ title, onClose, actions, children }: SheetFacts) {
  return (
    <>
      <header className="sticky top-0 z-20 flex items-center gap-2 border-b border-hairline bg-raised py-2 pr-2 pl-4">
        <Heading slot="title" level={2} className="flex-1">
          {title}
        </Heading>
        {onClose && <IconButton icon="close" label="Close" onClick={onClose} />}
      </header>
      <div className="flex-1 p-4">{children}</div>
      {actions && (
        <footer className="sticky bottom-0 z-20 flex flex-wrap items-center justify-end gap-2 border-t border-hairline bg-raised px-4 py-3">
          {actions}
        </footer>
      )}
    </>
  );
}
